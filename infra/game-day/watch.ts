import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { DEAD_LETTERS } from '#shared/platform/aws/queues.ts';
import { now } from '#shared/base/kernel/clock.ts';
import type { Catalogue, Entry } from '../catalogue.ts';
import { stateMachineArn } from '../local/engines/stepfunctions/loader.ts';
import type { Runtime } from '../local/runtime.ts';
import * as names from '../stage/names.ts';
import { queuesOf } from '../stage/queues.ts';
import { api, metric, ofFunction, queue, table } from '../stacks/observability/metrics.ts';
import { API_ID, type StageAlarms } from './alarms.ts';
import { type Line, valuesIn } from './lines.ts';
import { Metrics } from './metrics.ts';

/** What AWS measures of a stage, measured of the local runtime: log lines by the metric filters, calls of functions, queues, executions, mails. */
export interface Watch {
  metrics: Metrics;
  /** The functions with what watches them around each; for `startRuntime`. */
  catalogue: Catalogue;
  /** Functions that fail at every call, as those of a bad version do. */
  broken: Set<string>;
  /** Whether work fails for now, and is not waited for. */
  failing: boolean;
  /** Whether the clock is being set forward over hours, after which all due work is late: what is measured then says nothing. */
  jumping: boolean;
  /** How many functions may run at once; the account's limit. */
  concurrency: number;
  /** Counts a call of the table that was throttled. */
  throttled(what: 'Read' | 'Write'): void;
  /** Says that bounces and complaints are these shares of the mails. */
  reputation(shares: { bounces?: number; complaints?: number }): void;
  /** Counts a record of the stream that was given up. */
  lostRecord(consumer: string): void;
  /** Reads log lines and gauges of now. */
  look(runtime: Runtime, dataDir: string): Promise<void>;
}

const millis = (): number => now().getTime();

/** Lambda's own line about an invocation. */
const report = (failed: boolean): Line => ({ type: 'platform.report', record: { status: failed ? 'error' : 'success' } });

export function createWatch(all: Catalogue, { stage, filtersOf, accessLog, failedExecutions }: StageAlarms): Watch {
  const metrics = new Metrics();
  const areas = new Map([...all.endpoints, ...all.background].map(({ name, area }) => [name, area]));
  const filters = new Map([...new Set(areas.values())].map(area => [area, filtersOf(area)]));
  let running = 0;

  const take = (area: string, line: Line): void => {
    if (watch.jumping && line['message'] === 'backlog') return;
    for (const { value, ...of } of valuesIn(filters.get(area) ?? [], line)) metrics.put(millis(), of, value);
  };

  const answered = (entry: Entry, status: number, began: number): void => {
    const { definition } = entry.handler;
    if (!('method' in definition)) return;
    metrics.put(millis(), api(API_ID, 'Latency', 'p99'), performance.now() - began);
    if (status >= 500) metrics.put(millis(), api(API_ID, '5xx', 'Sum'), 1);
    const line = { status: String(status), route: `${definition.method} ${definition.path}` };
    for (const { value, ...of } of valuesIn(accessLog, line)) metrics.put(millis(), of, value);
  };

  const firstSeen = new Map<string, number>();
  /** How long ago the oldest record of a batch was first read. */
  const measureStream = (name: string, event: unknown): void => {
    const records = (event as DynamoDBStreamEvent).Records;
    const ages = records.map(({ eventID = '' }) => {
      if (!firstSeen.has(eventID)) firstSeen.set(eventID, millis());
      return millis() - (firstSeen.get(eventID) ?? 0);
    });
    metrics.put(millis(), ofFunction(stage, name, 'IteratorAge', 'Maximum'), Math.max(...ages));
  };

  const watched = <E extends Entry>(entry: E): E => {
    const { name, area } = entry;
    const { kind } = entry.handler.definition as { kind?: string };
    const run = entry.handler as (event: unknown, context: unknown) => Promise<unknown>;
    const around = async (event: unknown, context: unknown): Promise<unknown> => {
      const began = performance.now();
      if (kind === 'stream') measureStream(name, event);
      if (running >= watch.concurrency) {
        metrics.put(millis(), metric('AWS/Lambda', 'Throttles', {}, 'Sum'), 1);
        answered(entry, 503, began);
        throw Object.assign(new Error('Rate Exceeded.'), { name: 'TooManyRequestsException' });
      }
      running++;
      try {
        if (watch.broken.has(name)) throw new Error('This version does not work.');
        const result = await run(event, context);
        take(area, report(false));
        answered(entry, (result as { statusCode?: number } | undefined)?.statusCode ?? 200, began);
        return result;
      } catch (error) {
        take(area, report(true));
        answered(entry, 500, began);
        throw error;
      } finally {
        running--;
      }
    };
    return { ...entry, handler: Object.assign(around, entry.handler) };
  };

  let [read, mails] = [0, 0];
  const failed = new Map<string, number>();

  const readLines = (dataDir: string): void => {
    const file = join(dataDir, 'service.log');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const one of text.slice(read).split('\n').filter(Boolean)) {
      const line = JSON.parse(one) as Line;
      take(areas.get(String(line['function'])) ?? '', line);
    }
    read = text.length;
  };

  const measureQueues = ({ engines: { sqs } }: Runtime): void => {
    const dead = sqs.depths().find(({ name }) => name === DEAD_LETTERS);
    metrics.put(millis(), queue(stage, DEAD_LETTERS, 'ApproximateNumberOfMessagesVisible'), dead?.visible ?? 0);
    for (const { name } of queuesOf(all.background))
      metrics.put(millis(), queue(stage, name, 'ApproximateAgeOfOldestMessage'), sqs.secondsOfOldest(name));
  };

  const measureExecutions = async ({ engines }: Runtime): Promise<void> => {
    const client = new SFNClient({ endpoint: engines.stepfunctions.endpoint, region: 'local', credentials: KEYS });
    for (const [name, of] of Object.entries(failedExecutions)) {
      const { executions = [] } = await client.send(new ListExecutionsCommand({ stateMachineArn: stateMachineArn(name) }));
      const count = executions.filter(({ status }) => status === 'FAILED').length;
      const more = count - (failed.get(name) ?? 0);
      failed.set(name, count);
      if (more > 0) metrics.put(millis(), of, more);
    }
    client.destroy();
  };

  const watch: Watch = {
    metrics,
    catalogue: { endpoints: all.endpoints.map(watched), background: all.background.map(watched) },
    broken: new Set(),
    failing: false,
    jumping: false,
    concurrency: Infinity,
    throttled: what => metrics.put(millis(), table(stage, `${what}ThrottleEvents`), 1),
    reputation({ bounces, complaints }) {
      for (const [name, value] of Object.entries({ BounceRate: bounces, ComplaintRate: complaints }))
        if (value !== undefined) metrics.put(millis(), metric('AWS/SES', `Reputation.${name}`, {}, 'Maximum'), value);
    },
    lostRecord: consumer =>
      metrics.put(millis(), queue(stage, names.streamDeadLetters(consumer), 'ApproximateNumberOfMessagesVisible'), 1),
    async look(runtime, dataDir) {
      readLines(dataDir);
      if (watch.jumping) return;
      measureQueues(runtime);
      const [sent] = [(await runtime.engines.ses.messages()).length, await measureExecutions(runtime)];
      if (sent > mails) metrics.put(millis(), metric('AWS/SES', 'Send', {}, 'Sum'), sent - mails);
      mails = sent;
      metrics.looked(millis());
    },
  };
  return watch;
}

/** The local engines take any. */
const KEYS = { accessKeyId: 'local', secretAccessKey: 'local' };
