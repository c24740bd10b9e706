import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { connect } from '../../support/invoices.ts';
import type { Scope, Service, User } from '../../support/service.ts';

/** The command line in a folder of its own, and a user with a company and a client. */

const program = join(import.meta.dirname, '../../../clients/cli/src/main.ts');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Customer {
  user: User;
  scope: Scope;
  clientId: string;
}

export interface Invoice {
  id: string;
  number: string;
  status: string;
}

const HEADS = 'clientId,issueDate,dueDate,description,quantity,unitPrice,vatRate';

/** Call it once in a test file: the folder is removed after the tests of this file, and other files may share this module. */
export function useCommandLine(service: () => Service) {
  const folder = mkdtempSync(join(tmpdir(), 'invoicing-cli-'));

  const start = (args: string[]) =>
    spawn(process.execPath, [program, ...args], { cwd: folder, env: { ...process.env, XDG_CONFIG_HOME: folder } });

  function run(args: string[], input = ''): Promise<Ended> {
    const child = start(args);
    const ended: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()));
    child.stdin.end(input);
    return new Promise(resolve => child.once('close', code => resolve({ ...ended, code })));
  }

  const json = async <T>(...args: string[]): Promise<T> => {
    const { code, stdout, stderr } = await run(['--json', ...args]);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as T;
  };

  const write = (name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content);
    return name;
  };

  let customer: Customer | undefined;
  beforeAll(async () => {
    const user = await service().newUser();
    const scope = await service().newCompany(user);
    await connect(service(), scope);
    customer = { user, scope, clientId: (await service().newClient(scope)).id };
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const whose = (): Customer => {
    if (!customer) throw new Error('There is nobody yet: call it inside a test.');
    return customer;
  };
  return {
    ...{ folder, start, run, json, write, whose },
    /** Logs in with the password. */
    login: (...more: string[]): Promise<Ended> => {
      const { email, password } = whose().user;
      return run(['login', '--url', service().url, '--email', email, '--password-stdin', ...more], `${password}\n`);
    },
    /** A file with an invoice for each description. @returns its name */
    fileOf: (...descriptions: string[]): string => {
      const rows = descriptions.map(one => `${whose().clientId},2026-11-02,2026-12-02,${one},1.5,200,21`);
      return write('invoices.csv', [HEADS, ...rows].join('\n'));
    },
  };
}
