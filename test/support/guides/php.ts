import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** PHP as WebAssembly, in this process: it needs no installation, and no network. */
export interface Php {
  /** Runs a script that reads `php://input`. @returns what it prints, errors too */
  run(script: string, input: string): Promise<string>;
  stop(): void;
}

export interface PhpOptions {
  /** A folder whose PHP files are at `/files` for the scripts. */
  folder?: string;
  /** Answers `post_message_to_js` of the scripts. */
  onMessage?: (message: string) => Promise<string>;
}

/** The part of the packages that is used: their own types need a bundler to be found. */
interface Packages {
  '@php-wasm/node-8-4': { getPHPLoaderModule(): Promise<object> };
  '@php-wasm/universal': { loadPHPRuntime(binary: object): Promise<number>; PHP: new (runtime: number) => Interpreter };
}

interface Interpreter {
  mkdir(path: string): void;
  writeFile(path: string, content: string | Uint8Array): void;
  onMessage(handle: (message: string) => Promise<string>): void;
  /** @throws an error with the response when the script ends with another code than 0 */
  run(request: { scriptPath: string; method: 'POST'; body: Uint8Array }): Promise<Answer>;
  exit(): void;
}

interface Answer {
  text: string;
  errors: string;
}

const load = async <Name extends keyof Packages>(name: Name): Promise<Packages[Name]> => (await import(name)) as Packages[Name];

/** PHP is loaded when it is first used: it has tens of megabytes. */
export function usePhp({ folder, onMessage }: PhpOptions = {}): Php {
  let started: Promise<Interpreter> | undefined;
  let before: Promise<unknown> = Promise.resolve();
  const start = async (): Promise<Interpreter> => {
    const [{ getPHPLoaderModule }, { loadPHPRuntime, PHP }] = await Promise.all([
      load('@php-wasm/node-8-4'),
      load('@php-wasm/universal'),
    ]);
    const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
    if (onMessage) php.onMessage(onMessage);
    if (folder !== undefined) copyFiles(folder, php);
    return php;
  };
  const once = async (script: string, input: string): Promise<string> => {
    const php = await (started ??= start());
    php.writeFile('/script.php', script);
    const request = { scriptPath: '/script.php', method: 'POST', body: new TextEncoder().encode(input) } as const;
    const { text, errors } = await php.run(request).catch((error: Error & { response?: Answer }) => {
      if (error.response) return error.response;
      throw error;
    });
    return text.trim() + errors;
  };
  return {
    // One script at a time: the runtime has one thread.
    run(script, input) {
      const result = before.then(() => once(script, input));
      before = result.catch(() => undefined);
      return result;
    },
    stop: () => void started?.then(php => php.exit()),
  };
}

function copyFiles(folder: string, php: Interpreter): void {
  for (const name of globSync('**/*.php', { cwd: folder })) {
    php.mkdir(join('/files', dirname(name)));
    php.writeFile(join('/files', name), readFileSync(join(folder, name)));
  }
}
