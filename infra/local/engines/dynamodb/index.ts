import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { endStaleChild, findBinary, forgetChild, recordChild } from './process.ts';
import type { Engine } from '../http.ts';
import { localCaller } from './local-caller.ts';
import { indexStreamRecords } from './stream-index.ts';

export interface DynamoDbOptions {
  /** Stores the table in its file `dynamodb/table.db`. */
  dataDir: string;
  /** Called when the process ends without being stopped, with its exit code, or null after a signal. */
  onExit?: (code: number | null) => void;
}

export interface DynamoDbEngine extends Engine {
  /** The process id of the engine; undefined when `DYNAMODB_ENDPOINT` names an external server. */
  pid: number | undefined;
}

const START_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 3_000;
const TRIES = 5;

/**
 * The local DynamoDB: the server that `DYNAMODB_ENDPOINT` names, else a dynoxide process that this function starts. A process that an
 * earlier, killed run left on the same data is ended first. Resolves once the server listens.
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<DynamoDbEngine> {
  const external = process.env.DYNAMODB_ENDPOINT;
  if (external) return { endpoint: external, pid: undefined, stop: () => Promise.resolve() };

  const binary = findBinary();
  const folder = resolve(options.dataDir, 'dynamodb');
  const database = resolve(folder, 'table.db');
  mkdirSync(folder, { recursive: true });
  await endStaleChild(folder, database);

  // Another process may take the free port before the child does. Then the child exits, and another port is tried.
  let failure: unknown;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = await freePort();
    const child = spawn(binary, ['serve', '--port', String(port), '--db-path', database], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    recordChild(folder, child);
    try {
      await listening(child, port);
      indexStreamRecords(database);
    } catch (error) {
      failure = error;
      child.kill('SIGKILL');
      forgetChild(folder);
      continue;
    }
    return running(child, `http://127.0.0.1:${port}`, folder, options.onExit);
  }
  throw new Error(`dynoxide (${binary}) did not start.`, { cause: failure });
}

function running(child: ChildProcess, endpoint: string, folder: string, onExit: DynamoDbOptions['onExit']): DynamoDbEngine {
  let stopping = false;
  const ended = new Promise<void>(resolve => {
    child.once('exit', code => {
      forgetChild(folder);
      if (!stopping) onExit?.(code);
      resolve();
    });
  });
  return {
    endpoint,
    pid: child.pid,
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** Resolves when the child prints that it listens: a response on the port could also come from another process. */
function listening(child: ChildProcess, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`${why}${said && `: ${said.trim()}`}`));
    };
    const timer = setTimeout(() => fail(`no answer within ${START_TIMEOUT_MS} ms`), START_TIMEOUT_MS);
    const read = (chunk: Buffer) => {
      // Read until the end, because a full pipe would block the child; kept only until it listens.
      if (said.length < 10_000) said += chunk.toString();
      if (!said.includes(`listening on http://127.0.0.1:${port}`)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', error => fail(error.message));
    child.once('exit', code => fail(`it ended with code ${code}`));
  });
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/**
 * Creates the table if it is missing, adds missing indexes, and switches on its stream (new and old
 * images) and the expiry of items by `ttlAttribute`. Idempotent.
 */
export async function ensureTable(
  endpoint: string,
  definition: CreateTableCommandInput,
  ttlAttribute = 'expiresAt',
): Promise<void> {
  const client = new DynamoDBClient({ endpoint, ...localCaller() });
  const table = { TableName: definition.TableName };
  try {
    const stream = { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const } };
    await client.send(new CreateTableCommand({ ...definition, ...stream })).catch(ignoring('ResourceInUseException'));
    await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, table);

    const { Table } = await client.send(new DescribeTableCommand(table));
    const present = new Set(Table?.GlobalSecondaryIndexes?.map(index => index.IndexName));
    for (const index of definition.GlobalSecondaryIndexes ?? []) {
      if (present.has(index.IndexName)) continue;
      const { IndexName, KeySchema, Projection } = index;
      await client.send(
        new UpdateTableCommand({
          ...table,
          AttributeDefinitions: definition.AttributeDefinitions,
          GlobalSecondaryIndexUpdates: [{ Create: { IndexName, KeySchema, Projection } }],
        }),
      );
    }

    const { TimeToLiveDescription: ttl } = await client.send(new DescribeTimeToLiveCommand(table));
    if (ttl?.TimeToLiveStatus !== 'ENABLED') {
      const TimeToLiveSpecification = { Enabled: true, AttributeName: ttlAttribute };
      await client.send(new UpdateTimeToLiveCommand({ ...table, TimeToLiveSpecification }));
    }
  } finally {
    client.destroy();
  }
}

const ignoring = (name: string) => (error: unknown) => {
  if (!(error instanceof Error) || error.name !== name) throw error;
};
