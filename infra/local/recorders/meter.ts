import type { Invocation, WireCall } from '../invocation.ts';

/** The cost of one request. */
export interface MeasuredRequest {
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
  /** The last two for tests in the same process. */
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
export function usage(calls: Invocation['calls'] | readonly WireCall[]): Pick<MeasuredRequest, 'dynamodb' | 's3' | 'sqs'> {
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

/** A row of `GET /_local/requests`, where the round trips are called `waves` (LOC-27). */
export function shownRequest({ at, method, route, status, cpuMs, dynamodb, s3, sqs }: MeasuredRequest) {
  const { calls, roundTrips: waves, readUnits, writeUnits, scans } = dynamodb;
  return { at, method, route, status, cpuMs, dynamodb: { calls, waves, readUnits, writeUnits, scans }, s3, sqs };
}
