// One instance of a deployed function, as Lambda would have it: its own modules, its own environment, one event at a time. The code
// is the asset's, unchanged; only the time is the runtime's, which says with each event how far it is ahead.
import { parentPort, workerData } from 'node:worker_threads';

const MachineDate = Date;
let ahead = 0;
globalThis.Date = class Date extends MachineDate {
  constructor(...given) {
    if (given.length === 0) super(MachineDate.now() + ahead);
    else super(...given);
  }
  static now() {
    return MachineDate.now() + ahead;
  }
};

const { module, name } = workerData;
const loaded = await import(module);
const handler = loaded[name];

parentPort.on('message', async ({ event, context, remainingMillis, aheadMillis }) => {
  ahead = aheadMillis;
  const until = performance.now() + remainingMillis;
  const getRemainingTimeInMillis = () => Math.max(0, Math.round(until - performance.now()));
  try {
    const answer = await handler(event, { ...context, getRemainingTimeInMillis });
    parentPort.postMessage({ answer: answer === undefined ? 'null' : JSON.stringify(answer) });
  } catch (error) {
    const {
      name: errorType,
      message,
      stack,
    } = error instanceof Error ? error : { name: 'Error', message: String(error), stack: '' };
    parentPort.postMessage({ failure: { errorType, message, stack } });
  }
});
