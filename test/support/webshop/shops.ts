import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as typescript from '../../../clients/typescript/examples/webshop.ts';
import { createInvoicingClient } from '../../../clients/typescript/src/index.ts';
import { CLIENT } from '../../../infra/local/demo/journey.ts';
import { type Php, usePhp } from '../guides/php.ts';
import { run } from '../guides/run.ts';

/** The webshop of `clients/<language>/examples`, in one language. */
export interface Shop {
  language: string;
  /** Why it cannot run here; empty when it can. */
  missing: string;
  act(step: Step): Promise<Result>;
  stop?: () => void;
}

/** What a shop does next, as the programs beside this file read it. */
export interface Step {
  login: { url: string; email: string; password: string; company: string };
  do: 'connect' | 'sell' | 'onWebhook' | 'refund';
  /** The receiver, the order or the invoice. */
  name?: string;
  secret?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The secret, the id of the invoice, the first characters of the PDF, or the number of the credit note. */
export interface Result {
  result: string | null;
  /** Name of the error, when there was one. */
  error?: string;
}

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../../..');
const file = (name: string): string => join(HERE, name);
const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

const inTypeScript: Shop = {
  ...{ language: 'TypeScript', missing: '' },
  async act({ login: { url: baseUrl, email, password, company }, name = '', secret = '', headers = {}, body = '', ...step }) {
    const client = createInvoicingClient({ baseUrl, credentials: { email, password }, company });
    const steps = {
      connect: () => typescript.connect(client, name),
      sell: () => typescript.sell(client, name, CLIENT as never),
      onWebhook: async () => {
        const pdf = await typescript.onWebhook(client, secret, headers, body);
        return pdf ? new TextDecoder().decode(pdf.subarray(0, 5)) : null;
      },
      refund: () => typescript.refund(client, name),
    };
    try {
      return { result: await steps[step.do]() };
    } catch (error) {
      return { result: null, error: (error as Error).constructor.name };
    }
  },
};

/** A shop that is a program: it reads a step, and prints the result. */
const byProgram = (language: string, missing: string, program: string, ...args: string[]): Shop => ({
  ...{ language, missing },
  async act(step) {
    const { code, stdout, stderr } = await run(program, args, { cwd: HERE, input: JSON.stringify({ ...step, buyer: CLIENT }) });
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stderr}${stdout}`);
    return JSON.parse(stdout) as Result;
  },
});

/** In this process, which sends its requests: the WebAssembly of the root's packages has no network. */
function inPhp(): Shop {
  const send = async (message: string): Promise<string> => {
    const { method, url, headers, body } = JSON.parse(message) as Record<'method' | 'url', string> & {
      headers: Record<string, string>;
      body: string | null;
    };
    const response = await fetch(url, { method, headers, body: body === null ? null : Buffer.from(body, 'base64') });
    const content = Buffer.from(await response.arrayBuffer()).toString('base64');
    return JSON.stringify({ status: response.status, headers: Object.fromEntries(response.headers), body: content });
  };
  const php: Php = usePhp({ folder: join(ROOT, 'clients/php'), onMessage: send });
  return {
    ...{ language: 'PHP', missing: '' },
    async act(step) {
      const script = readFileSync(file('shop.php'), 'utf8');
      return JSON.parse(await php.run(script, JSON.stringify({ ...step, buyer: CLIENT }))) as Result;
    },
    stop: () => php.stop(),
  };
}

/** A PHP with a network: the machine's, else that of tools/clients. */
function phpPrograms(): Shop[] {
  const cli = join(ROOT, 'tools/clients/node_modules/@php-wasm/cli/php-wasm.js');
  const command = isInstalled('php') ? ['php'] : existsSync(cli) ? [process.execPath, cli] : undefined;
  const missing = command ? '' : 'neither php nor the packages of tools/clients are installed';
  const [program = 'php', ...args] = command ?? [];
  return ['curl', 'streams'].map(by => byProgram(`PHP by ${by}`, missing, program, ...args, file('shop.php'), by));
}

/** The webshop in each language. */
export const shops = (): Shop[] => [
  inTypeScript,
  byProgram('Python', isInstalled('python3') ? '' : 'python3 is not installed', 'python3', file('shop.py')),
  inPhp(),
  ...phpPrograms(),
];
