import type { Invocation, WireCall } from './invocation.ts';

/** The cost of one request: a row of `GET /_local/requests`. */
export interface RequestRecord {
  at: string;
  method: string;
  /** The path template of the route. */
  route: string;
  status: number;
  /** Processor time of the whole process during the request, in milliseconds: exact if no other request ran. */
  cpuMs: number;
  dynamodb: { calls: number; roundTrips: number; readUnits: number; writeUnits: number; scans: number };
  s3: number;
  sqs: number;
}

/** With fields that only tests in the same process use. */
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

/** Counts the calls of one invocation. Concurrent calls share a round trip, so the number of `roundTrips` determines the latency. */
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

/** A row without the fields that only tests use. */
export function shownRequest({ at, method, route, status, cpuMs, dynamodb, s3, sqs }: MeasuredRequest): RequestRecord {
  return { at, method, route, status, cpuMs, dynamodb, s3, sqs };
}
