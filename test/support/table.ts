import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type DynamoDbEngine, ensureTable, startDynamoDb } from '../../infra/local/engines/dynamodb/index.ts';
import { setEnvironment } from '../../infra/local/environment.ts';
import { createFaults, type Faults } from '../../infra/local/faults/faults.ts';
import type { Outgoing } from '../../infra/local/invocation.ts';
import { openTableTransport, type TableTransport } from '../../infra/local/engines/dynamodb/table-transport.ts';
import { unwatchWire, watchWire } from '../../infra/local/gateway/wire.ts';
import { createStrictTable } from '../../infra/local/engines/dynamodb/strict-table.ts';
import { forgetClients } from '#shared/platform/aws/client.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { tableDefinition, TTL_ATTRIBUTE } from '#shared/platform/store/table.ts';

/** Only the table, as strict as AWS, for tests of the store: the real client and the real server, with injected faults. */
export interface TestTable {
  faults: Faults;
  /** Every call of this test, including retries, in order. */
  calls: Outgoing[];
  callsOf(operation: string): Outgoing[];
  /** Does something before the next call of an operation is sent, as another process that comes in between. */
  beforeNext(operation: string, interfere: () => Promise<unknown>): void;
  clock: { now(): number; set(timestamp: string): void; advance(seconds: number): void };
  /** A partition that no other test uses. */
  partition(): string;
}

/** Starts a table for a test file. The clock is stopped unless a test sets it. */
export function useTable(): TestTable {
  const folder = mkdtempSync(join(tmpdir(), 'table-'));
  let engine: DynamoDbEngine | undefined;
  let table: TableTransport | undefined;
  let restore = (): void => {};
  let at = 0;
  let faults = createFaults();
  let between: { operation: string; interfere: () => Promise<unknown> } | undefined;
  const calls: Outgoing[] = [];

  beforeAll(async () => {
    engine = await startDynamoDb({ dataDir: folder });
    restore = setEnvironment({
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      TABLE_NAME: 'test',
      RATE_LIMITS: 'on',
    });
    table = openTableTransport(engine.endpoint, createStrictTable({ keyAttributes: ['pk', 'sk'] }));
    await ensureTable(engine.endpoint, tableDefinition('test'), TTL_ATTRIBUTE);
    forgetClients();
  });
  beforeEach(() => {
    at = Date.parse('2026-03-02T10:00:00.000Z');
    setTimeSource(() => at);
    faults = createFaults();
    calls.length = 0;
    between = undefined;
    const watched: Faults = {
      ...faults,
      onCall(call, invocation) {
        calls.push(call);
        const hooks = faults.onCall(call, invocation);
        if (call.operation !== between?.operation) return hooks;
        const { interfere } = between;
        between = undefined;
        return { ...hooks, before: () => interfere().then(hooks.before) };
      },
    };
    if (table) watchWire({ faults: watched, onTableWrite: () => {}, taxauthUrl: 'http://taxauth.invalid', table });
  });
  afterEach(() => {
    unwatchWire();
    setTimeSource(() => Date.now());
  });
  afterAll(async () => {
    forgetClients();
    restore();
    table?.close();
    await engine?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get faults() {
      return faults;
    },
    calls,
    callsOf: operation => calls.filter(call => call.operation === operation),
    beforeNext(operation, interfere) {
      between = { operation, interfere };
    },
    clock: {
      now: () => at,
      set: timestamp => {
        at = Date.parse(timestamp);
      },
      advance: seconds => {
        at += seconds * 1000;
      },
    },
    partition: () => `C#${randomUUID()}`,
  };
}
