import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GetExecutionHistoryCommand, ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { marshall } from '@aws-sdk/util-dynamodb';
import { INDEXES, PROJECTED } from '#shared/platform/store/table.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { type BackgroundEntry, type Catalogue, type EndpointEntry, loadCatalogue } from '../catalogue.ts';
import { type EventSource, eventSourceOf } from '../stage/event-sources.ts';
import { memoryMb } from '../stage/function-limits.ts';
import { currentInvocation } from '../local/invocation.ts';
import { type Runtime, startRuntime } from '../local/runtime.ts';
import { bytesOfItem, type WireItem } from '../local/engines/dynamodb/item-size.ts';
import type { TableTransport } from '../local/engines/dynamodb/table-transport.ts';
import { pagesOfTable } from '../person/walk.ts';
import { stateMachineArn } from '../local/engines/stepfunctions/loader.ts';
import { type Run, type Usage, usageOf } from './usage.ts';

/** A local system of its own that counts what work takes. */

interface Counted {
  catalogue: Catalogue;
  runs: Run[];
}

/** SES tells of a mail after its sender has noted that it is sent; the local engine may be faster. */
const SENDER = 'workers-send-document-email';
const INFORMED = 'workers-note-email-event';

/**
 * The compaction of a list: a sample of the changes asks for it, by their ids (documents/lists/outbox-route.ts), in one of 16 lives. Two
 * counts would not agree.
 */
const SAMPLED: readonly string[] = ['workers-compact-list', 'workers-hand-out-unhurried'];

/** The catalogue with every run of its functions noted in `runs`. */
function counted(catalogue: Catalogue): Counted {
  const runs: Run[] = [];
  const sending = new Set<Promise<unknown>>();
  const around = <E extends EndpointEntry | BackgroundEntry>(entry: E): E => {
    const handler = async (...given: Parameters<E['handler']>): Promise<unknown> => {
      const calls = currentInvocation()?.calls ?? [];
      if (entry.name === INFORMED) await Promise.allSettled(sending);
      const run = (entry.handler as (...all: unknown[]) => Promise<unknown>)(...given);
      if (entry.name === SENDER) sending.add(run);
      try {
        return await run;
      } finally {
        // Schedules run whether there are invoices or not: they are part of a stage at rest.
        if (entry.handler.definition.kind !== 'schedule' && !SAMPLED.includes(entry.name))
          runs.push({ name: entry.name, memoryMb: memoryMb(entry), calls });
      }
    };
    return { ...entry, handler: Object.assign(handler, { definition: entry.handler.definition }) };
  };
  return {
    catalogue: { endpoints: catalogue.endpoints.map(around), background: catalogue.background.map(around) },
    runs,
  };
}

/** Sees each call of the table, those before the life that is counted too. */
export interface LifeObserver {
  aroundTable: (table: TableTransport) => TableTransport;
  /** Called with true where what is counted begins, and with false where it ends. */
  counts(on: boolean): void;
}

export interface CountedSystem {
  runtime: Runtime;
  /** The runs of functions so far. */
  runs: Run[];
  /** Counts what a work takes. @returns it, but for the requests of its callers, and the runs of functions */
  measure(work: () => Promise<void>): Promise<{ usage: Usage; runs: readonly Run[] }>;
}

/**
 * Starts a system whose clock stands still at noon of tomorrow: no daily work is due, such as notices by mail in the morning. It is no part of
 * what is counted.
 *
 * @param observer sees the calls of the table
 */
export async function onCountedSystem<T>(
  dataDir: string,
  use: (system: CountedSystem) => Promise<T>,
  observer?: LifeObserver,
): Promise<T> {
  const { catalogue, runs } = counted(await loadCatalogue());
  const runtime = await startRuntime({
    ...{ port: 0, dataDir, catalogue, timeLimits: false, sourceOf: oneByOne, webhooksAllowLoopback: true },
    ...(observer && { aroundTable: observer.aroundTable }),
  });
  try {
    runtime.clock.set(`${addDays(today(), 1)}T12:00:00.000Z`);
    runtime.clock.freeze(true);
    return await use({ runtime, runs, measure: work => measured(dataDir, runtime, runs, work, observer) });
  } finally {
    await runtime.stop();
  }
}

async function measured(
  dataDir: string,
  runtime: Runtime,
  runs: Run[],
  work: () => Promise<void>,
  observer?: LifeObserver,
): Promise<{ usage: Usage; runs: readonly Run[] }> {
  await runtime.idle();
  const before = {
    logs: bytesIn(join(dataDir, 'service.log')),
    files: bytesBelow(join(dataDir, 's3')),
    transitions: await transitions(runtime),
  };
  runs.length = 0;
  observer?.counts(true);
  const table = await tableBytes();
  await work();
  await runtime.idle();
  const after = await transitions(runtime);
  const usage = {
    ...usageOf(runs),
    transitions: after - before.transitions,
    logBytes: bytesIn(join(dataDir, 'service.log')) - before.logs,
    tableBytes: (await tableBytes()) - table,
    fileBytes: bytesBelow(join(dataDir, 's3')) - before.files,
  };
  return { usage, runs: [...runs] };
}

/** Each message and record is a run of its own: it is a matter of milliseconds how many come together, and two counts must agree. */
function oneByOne({ handler }: BackgroundEntry): EventSource | undefined {
  const source = eventSourceOf(handler.definition);
  return source && { ...source, batchSize: 1 };
}

const MACHINES = ['submit-invoice'];

/** State transitions of the executions so far: each state that was entered, and each retry of a task. */
async function transitions({ engines }: Runtime): Promise<number> {
  const client = new SFNClient({ endpoint: engines.stepfunctions.endpoint });
  let charged = 0;
  for (const machine of MACHINES) {
    const { executions = [] } = await client.send(new ListExecutionsCommand({ stateMachineArn: stateMachineArn(machine) }));
    for (const { executionArn } of executions) {
      const { events = [] } = await client.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }));
      const count = (is: (type: string) => boolean): number => events.filter(({ type = '' }) => is(type)).length;
      const retries = count(type => type === 'TaskScheduled') - count(type => type === 'TaskStateEntered');
      charged += count(type => type.endsWith('StateEntered')) + Math.max(0, retries);
    }
  }
  client.destroy();
  return charged;
}

/** What DynamoDB stores beside each item, and each of its entries in an index. */
const BESIDE_ITEM = 100;

/** Bytes of all items that stay, with their entries in indexes. */
async function tableBytes(): Promise<number> {
  let bytes = 0;
  for await (const page of pagesOfTable())
    for (const item of page) {
      if ('expiresAt' in item) continue;
      const stored: WireItem = marshall(item, { removeUndefinedValues: true });
      bytes += BESIDE_ITEM + bytesOfItem(stored);
      for (const { partition, sort } of Object.values(INDEXES)) {
        const shown = ['pk', 'sk', partition, sort, ...PROJECTED].filter(name => stored[name]);
        if (stored[partition] && stored[sort]) bytes += BESIDE_ITEM + bytesOfItem(pick(stored, shown));
      }
    }
  return bytes;
}

const pick = (item: WireItem, names: readonly string[]): WireItem =>
  Object.fromEntries(names.map(name => [name, item[name] ?? {}]));

const bytesIn = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Bytes of the files below a folder, without databases. */
const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.includes('.sqlite'))
    .reduce((sum, { parentPath, name }) => sum + bytesIn(join(parentPath, name)), 0);
