/**
 * A process of its own for stepfunctions-durability.test.ts: runs the engine on a folder, notes each call of a function in
 * `calls.log` there, and kills itself with SIGKILL at the n-th call of its life, "before" or "after" the note, or at the
 * n-th "turn" of its event loop. Prints the end of the execution. Arguments: folder, file of the definition, n, when.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { openClock } from '../../../infra/local/clock.ts';
import { startStepFunctions } from '../../../infra/local/engines/stepfunctions/index.ts';
import { executionArn, stateMachineArn } from '../../../infra/local/engines/stepfunctions/loader.ts';

const [dataDir = '', file = '', dieAt = '0', when = 'before'] = process.argv.slice(2);
const clock = openClock(dataDir);
clock.freeze(true);
let calls = 0;
let ended = false;

const die = (): void => void process.kill(process.pid, 'SIGKILL');
if (when === 'turn') {
  void (async () => {
    for (let turn = 0; turn < Number(dieAt) && !ended; turn += 1) await setImmediate();
    if (!ended) die();
  })();
}

const engine = await startStepFunctions({
  dataDir,
  clock,
  machines: [{ name: 'm', definition: readFileSync(file, 'utf8') }],
  substitutions: { Work: 'Work' },
  invoke: async (_name, payload) => {
    calls += 1;
    const dies = calls === Number(dieAt);
    if (dies && when === 'before') die();
    appendFileSync(join(dataDir, 'calls.log'), `${JSON.stringify(payload)}\n`);
    if (dies && when === 'after') die();
    return payload;
  },
});

const call = async (operation: string, body: object): Promise<unknown> => {
  const headers = { 'x-amz-target': `AWSStepFunctions.${operation}` };
  const response = await fetch(engine.endpoint, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
};

const history = { executionArn: executionArn('m', 'one'), reverseOrder: true, maxResults: 1 };
const lastEvent = async (): Promise<{ type: string; executionSucceededEventDetails?: { output: string } }> =>
  ((await call('GetExecutionHistory', history)) as { events: [Awaited<ReturnType<typeof lastEvent>>] }).events[0];

// In a later life this finds the execution running, or is rejected because it has just ended.
await call('StartExecution', { stateMachineArn: stateMachineArn('m'), name: 'one', input: '[1,2,3]' });
let last = await lastEvent();
while (!/^Execution(Succeeded|Failed)$/.test(last.type)) {
  while (engine.busy() > 0) await setImmediate();
  clock.advance('PT1H');
  last = await lastEvent();
}
ended = true;
process.stdout.write(JSON.stringify({ type: last.type, output: last.executionSucceededEventDetails?.output }));
await engine.stop();
