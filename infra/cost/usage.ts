/** What work takes of each service: counted, but for the durations of functions, which are those of the machine that it was counted on. */
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
  memoryMb: number;
  isArm: boolean;
  millis: number;
  calls: readonly { service: string; operation: string; readUnits: number; writeUnits: number }[];
}

const GETS = new Set(['GetObject', 'HeadObject']);

/** What runs of functions took. Pure. */
export function usageOf(runs: readonly Run[]): Usage {
  const calls = runs.flatMap(run => run.calls);
  const to = (service: string) => calls.filter(call => call.service === service);
  const gbSeconds = (isArm: boolean): number =>
    sum(runs.filter(run => run.isArm === isArm).map(run => ((run.memoryMb / 1024) * run.millis) / 1000));
  const files = to('s3');
  return {
    ...NOTHING,
    invocations: runs.length,
    gbSecondsArm: gbSeconds(true),
    gbSecondsX86: gbSeconds(false),
    seconds: sum(runs.map(run => run.millis)) / 1000,
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
