import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { apiAt, expecting } from '../../infra/local/api-client.ts';
import { CLIENT, COMPANY, register } from '../../infra/local/demo/journey.ts';

/** The program of `npm start` itself, killed as by a power cut. */
const dataDir = mkdtempSync(join(tmpdir(), 'invoicing-kill-'));
let child: ChildProcess | undefined;

async function start(): Promise<string> {
  child = spawn(process.execPath, ['infra/local/start.ts', '--no-demo'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOCAL_RATE_LIMITS: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /^ready (http:\S+)$/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error('The program ended before it was ready.');
}

async function kill(signal: NodeJS.Signals): Promise<void> {
  const dying = child!;
  const exited = once(dying, 'exit');
  dying.kill(signal);
  await exited;
}

/** Processes that work on the data folder. */
const processesOnData = (): string[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap(pid => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')];
      } catch {
        return []; // It ended meanwhile.
      }
    })
    .filter(line => line.includes(dataDir));

afterAll(async () => {
  child?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

interface Row {
  id: string;
  number: string;
  status: string;
}

describe('kill -9 of the whole system', () => {
  it('during 12 issues: after the restart numbers have no gap, and every issued invoice gets its files', async () => {
    let api = apiAt(await start());
    const person = {
      email: 'kill@test.example',
      password: 'Correct-Horse-9-Battery',
      firstName: 'Ana',
      lastName: 'Pop',
      organizationName: 'Kill',
    };
    const token = await register(api, person);
    const company = await expecting<{ id: string }>(201, 'Company', api('POST', '/api/v1/companies', { token, body: COMPANY }));
    const scope = { token, company: company.id };
    const { client } = await expecting<{ client: { id: string } }>(
      201,
      'Client',
      api('POST', '/api/v1/clients', { ...scope, body: CLIENT }),
    );
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, place) => {
        const body = {
          clientId: client.id,
          issueDate: '2026-01-05',
          dueDate: '2026-02-05',
          lines: [{ description: 'Serviciu', quantity: 1, unitPrice: 100 + place, vatRate: 21 }],
        };
        return (await expecting<{ invoice: Row }>(201, 'Draft', api('POST', '/api/v1/invoices', { ...scope, body }))).invoice.id;
      }),
    );

    const issues = ids.map(id =>
      api('POST', `/api/v1/invoices/${id}/issue`, scope)
        .then(answer => answer.status)
        .catch(() => 0),
    );
    await Promise.race(issues);
    await kill('SIGKILL');
    await Promise.all(issues);

    api = apiAt(await start());
    const listed = async (): Promise<Row[]> =>
      (await expecting<{ data: Row[] }>(200, 'List', api('GET', '/api/v1/invoices?limit=100&sort=number&order=asc', scope))).data;
    const before = (await listed()).filter(row => row.status === 'issued');
    expect(before.length).toBeGreaterThan(0);
    expect(before.map(row => row.number)).toEqual(before.map((_, place) => `FCT-${String(place + 1).padStart(3, '0')}`));

    await api('POST', '/_local/clock', { body: { advance: 'PT2M' } });
    await expecting(200, 'Quiet', api('GET', '/_local/idle?timeoutMs=60000'));
    for (const { id } of before) {
      const invoice = await expecting<{ xmlGenerated: boolean; pdfGenerated: boolean }>(
        200,
        'Invoice',
        api('GET', `/api/v1/invoices/${id}`, scope),
      );
      expect(invoice).toMatchObject({ xmlGenerated: true, pdfGenerated: true });
      expect((await api('GET', `/api/v1/invoices/${id}/xml`, scope)).status).toBe(200);
    }

    for (const row of (await listed()).filter(one => one.status === 'draft')) {
      await expecting(200, 'Issue', api('POST', `/api/v1/invoices/${row.id}/issue`, scope));
    }
    expect((await listed()).map(row => row.number)).toEqual(ids.map((_, place) => `FCT-${String(place + 1).padStart(3, '0')}`));
  });

  it('Ctrl-C ends every child', async () => {
    expect(processesOnData().length).toBeGreaterThan(0);
    await kill('SIGINT');
    expect(processesOnData()).toEqual([]);
  });
});
