import { randomInt } from 'node:crypto';
import { expecting } from '../../infra/local/api-client.ts';
import type { EndpointEntry } from '../../infra/catalogue.ts';
import type { MeasuredRequest } from '../../infra/local/recorders/meter.ts';
import { tableAccess } from '#shared/platform/lambda/grants.ts';
import { type BenchRequest, requestFor, type World } from './requests.ts';

/** The cost of one call of an endpoint. */
export interface Cost {
  name: string;
  endpoint: string;
  /** Whether it may write to the table. */
  writes: boolean;
  /** Maximum number of sequential DynamoDB calls, which determines the latency. */
  roundTrips: number;
  calls: number;
  readUnits: number;
  writeUnits: number;
  scans: number;
  s3: number;
  sqs: number;
  /** Median of the processor time of the whole process during the request, in ms. */
  cpuMillis: number;
}

/** Calls an endpoint `times` times, each alone, after a call that only warms the process. */
export async function measureEndpoint(world: World, entry: EndpointEntry, times: number, warmUp = true): Promise<Cost> {
  const { service } = world;
  const { method, path, responses } = entry.handler.definition;
  const runs: MeasuredRequest[] = [];
  for (let time = warmUp ? 0 : 1; time <= times; time++) {
    const request = await requestFor(world, entry);
    await service.idle();
    const measured = await measuredCall(service, method, request, Object.keys(responses).map(Number));
    if (measured?.function !== entry.name) throw new Error(`${method} ${request.path} was answered by ${measured?.function}.`);
    if (time > 0) runs.push(measured);
  }
  const most = (of: (run: MeasuredRequest) => number): number => Math.max(...runs.map(of));
  return {
    name: entry.name,
    endpoint: `${method} ${path}`,
    // A redirect may write too, such as the one to the consent page.
    writes: tableAccess(entry.handler.definition) === 'write',
    roundTrips: most(run => run.dynamodb.roundTrips),
    calls: most(run => run.dynamodb.calls),
    readUnits: most(run => run.dynamodb.readUnits),
    writeUnits: most(run => run.dynamodb.writeUnits),
    scans: most(run => run.dynamodb.scans),
    s3: most(run => run.s3),
    sqs: most(run => run.sqs),
    cpuMillis: runs.map(run => run.cpuMs).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0,
  };
}

/** One call with the rate limits of a deployed stage, from an unused IP address. */
export async function measuredCall(
  { api, runtime }: World['service'],
  method: string,
  request: BenchRequest,
  statuses: number[],
): Promise<MeasuredRequest | undefined> {
  const before = process.env['RATE_LIMITS'];
  process.env['RATE_LIMITS'] = 'on';
  try {
    const address = Array.from({ length: 4 }, () => randomInt(1, 255)).join('.');
    const sent = api(method, request.path, { ...request, headers: { 'x-forwarded-for': address } });
    await expecting(
      statuses.filter(status => status < 400),
      `${method} ${request.path}`,
      sent,
    );
    return runtime.meter.last(1)[0];
  } finally {
    process.env['RATE_LIMITS'] = before;
  }
}
