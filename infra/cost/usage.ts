import { PRINTER } from '../stage/names.ts';
import { modelledMillis } from './durations.ts';

/** What work takes of each service: counted, but for the durations of functions, which are modelled (durations.ts). */
export interface Usage {
  /** Requests to the API. */
  requests: number;
  /** Runs of functions, those of requests included. */
  invocations: number;
  gbSecondsArm: number;
  gbSecondsX86: number;
  /** Seconds of all runs together: what runs at once follows from it. */
  seconds: number;
  writeUnits: number;
  readUnits: number;
  s3Puts: number;
  s3Gets: number;
  sqsRequests: number;
  kmsRequests: number;
  mails: number;
  /** State transitions of Step Functions. */
  transitions: number;
  executions: number;
  logBytes: number;
  /** Bytes of items that stay in the table, and of files. */
  tableBytes: number;
  fileBytes: number;
  /** Calls of the tax authority. */
  authorityCalls: number;
}

export const NOTHING: Usage = {
  ...{ requests: 0, invocations: 0, gbSecondsArm: 0, gbSecondsX86: 0, seconds: 0, writeUnits: 0, readUnits: 0 },
  ...{ s3Puts: 0, s3Gets: 0, sqsRequests: 0, kmsRequests: 0, mails: 0, transitions: 0, executions: 0 },
  ...{ logBytes: 0, tableBytes: 0, fileBytes: 0, authorityCalls: 0 },
};

/** A run of a function, as it is counted. */
export interface Run {
  name: string;
  memoryMb: number;
  calls: readonly {
    service: string;
    operation: string;
    roundTrip: number;
    readUnits: number;
    writeUnits: number;
    isEvent?: boolean;
  }[];
}

const GETS = new Set(['GetObject', 'HeadObject']);

/** What runs of functions took. Pure. */
export function usageOf(runs: readonly Run[]): Usage {
  const calls = runs.flatMap(run => run.calls);
  const to = (service: string) => calls.filter(call => call.service === service);
  const seconds = ({ name, calls }: Run): number => modelledMillis(name, calls) / 1000;
  const gbSeconds = (some: readonly Run[]): number => sum(some.map(run => (run.memoryMb / 1024) * seconds(run)));
  const files = to('s3');
  return {
    ...NOTHING,
    invocations: runs.length,
    // The browser is the one function without a build for ARM.
    gbSecondsArm: gbSeconds(runs.filter(({ name }) => name !== PRINTER)),
    gbSecondsX86: gbSeconds(runs.filter(({ name }) => name === PRINTER)),
    seconds: sum(runs.map(seconds)),
    writeUnits: sum(to('dynamodb').map(call => call.writeUnits)),
    readUnits: sum(to('dynamodb').map(call => call.readUnits)),
    s3Puts: files.filter(call => !GETS.has(call.operation) && !call.operation.startsWith('Delete')).length,
    s3Gets: files.filter(call => GETS.has(call.operation)).length,
    // Each message is sent, received and deleted, by a request each.
    sqsRequests: 3 * to('sqs').length,
    kmsRequests: to('kms').length,
    mails: to('ses').length,
    executions: to('stepfunctions').filter(call => call.operation === 'StartExecution').length,
    authorityCalls: to('taxauth').length,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
