import { spawn } from 'node:child_process';

export interface Ran {
  /** Exit status; null when it was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end without blocking this process, which serves the requests of the program. */
export const run = (program: string, args: string[], { cwd, input = '' }: { cwd: string; input?: string }): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, timeout: 60_000 });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', code => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });
