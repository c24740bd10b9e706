import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import { now } from '#shared/base/kernel/clock.ts';
import { currentInvocation, ProcessDied } from '../../../infra/local/invocation.ts';
import type { DeployedFunction } from './template.ts';

/** Runs deployed functions as Lambda does: an instance takes one event at a time and is used again; more are made when all are busy. */
export interface Instances {
  run(deployed: DeployedFunction, event: unknown, context: Context): Promise<unknown>;
  /** Names of the functions that ran. */
  used(): string[];
  /** Ends all instances. Later events get new ones, with the environment of that time. */
  stop(): Promise<void>;
}

type Message = { answer: string } | { failure: { errorType: string; message: string; stack: string } };

/**
 * @param environmentOf the variables of a function's instances: nothing else is set for them
 * @param onLog takes what instances write
 */
export function startInstances(
  environmentOf: (deployed: DeployedFunction) => Record<string, string>,
  onLog: (text: string) => void,
): Instances {
  const all = new Set<Worker>();
  const free = new Map<string, Worker[]>();
  const used = new Set<string>();

  const begin = (deployed: DeployedFunction): Worker => {
    const [file = '', name = ''] = deployed.handler.split('.');
    const worker = new Worker(new URL('worker.js', import.meta.url), {
      workerData: { module: pathToFileURL(join(deployed.asset, `${file}.mjs`)).href, name },
      env: environmentOf(deployed),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: deployed.memory },
      stdout: true,
      stderr: true,
    });
    for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (chunk: Buffer) => onLog(chunk.toString()));
    worker.setMaxListeners(0);
    all.add(worker);
    return worker;
  };

  return {
    async run(deployed, event, context) {
      used.add(deployed.name);
      const waiting = free.get(deployed.name) ?? free.set(deployed.name, []).get(deployed.name) ?? [];
      const worker = waiting.pop() ?? begin(deployed);
      const end = (): void => {
        all.delete(worker);
        void worker.terminate();
      };
      // The runtime has ended the function at its time limit.
      const dead = currentInvocation()?.dead;
      dead?.addEventListener('abort', end, { once: true });
      const { getRemainingTimeInMillis, ...plain } = context;
      const message = await new Promise<Message>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', code => reject(new ProcessDied(`${deployed.name} ended with code ${code}.`)));
        worker.postMessage({
          ...{ event, context: JSON.parse(JSON.stringify(plain)) as object },
          ...{ remainingMillis: getRemainingTimeInMillis(), aheadMillis: now().getTime() - Date.now() },
        });
      })
        .catch((error: unknown) => {
          end();
          throw error;
        })
        .finally(() => {
          worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
          dead?.removeEventListener('abort', end);
        });
      if (all.has(worker)) waiting.push(worker);
      if ('answer' in message) return JSON.parse(message.answer) as unknown;
      const { errorType, message: text, stack } = message.failure;
      throw Object.assign(new Error(text), { name: errorType, stack });
    },
    used: () => [...used].toSorted(),
    async stop() {
      free.clear();
      const ended = [...all].map(worker => worker.terminate());
      all.clear();
      await Promise.all(ended);
    },
  };
}
