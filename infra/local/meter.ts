import type { Invocation, WireCall } from './invocation.ts';

/** What one request cost: a row of `GET /_local/requests`. */
export interface RequestRecord {
  at: string;
  method: string;
  /** The path's template; the path itself when no endpoint has it. */
  route: string;
  status: number;
  /** Of the whole process while the request ran: exact when it ran alone. */
  cpuMs: number;
  dynamodb: { calls: number; roundTrips: number; readUnits: number; writeUnits: number; scans: number };
  s3: number;
  sqs: number;
}

/** With what only tests in the same process ask for. */
export interface MeasuredRequest extends RequestRecord {
  function: string;
  calls: readonly WireCall[];
}

export interface Meter {
  add(request: Omit<MeasuredRequest, 'dynamodb' | 's3' | 'sqs'>): void;
  /** Newest first. */
  last(count: number): MeasuredRequest[];
}

const KEPT = 1000;

export function createMeter(): Meter {
  const kept: MeasuredRequest[] = [];
  return {
    add(request) {
      kept.unshift({ ...request, ...usage(request.calls) });
      kept.length = Math.min(kept.length, KEPT);
    },
    last: count => kept.slice(0, count),
  };
}

/** Counts of the calls of one invocation. `roundTrips` are those of calls to DynamoDB among all calls: calls sent side by side share one, so they are what latency is made of. */
export function usage(calls: Invocation['calls'] | readonly WireCall[]): Pick<RequestRecord, 'dynamodb' | 's3' | 'sqs'> {
  const to = (service: string): WireCall[] => calls.filter(call => call.service === service);
  const table = to('dynamodb');
  const sum = (unit: 'readUnits' | 'writeUnits'): number => table.reduce((total, call) => total + call[unit], 0);
  return {
    dynamodb: {
      calls: table.length,
      roundTrips: new Set(table.map(call => call.roundTrip)).size,
      readUnits: sum('readUnits'),
      writeUnits: sum('writeUnits'),
      scans: table.filter(call => call.operation === 'Scan').length,
    },
    s3: to('s3').length,
    sqs: to('sqs').length,
  };
}

/** A row without what only tests see. */
export function shownRequest({ at, method, route, status, cpuMs, dynamodb, s3, sqs }: MeasuredRequest): RequestRecord {
  return { at, method, route, status, cpuMs, dynamodb, s3, sqs };
}
