import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDemo } from '../../infra/local/demo/demo.ts';
import { readDemo } from '../../infra/local/demo/demo-data.ts';
import { environmentOf, type Outcome, requestsOf, runRequest } from '../support/bruno/run.ts';
import { useOwnService } from '../support/service.ts';

const COLLECTION = join(import.meta.dirname, '../../clients/bruno');

/** The folder "First invoice" of the Bruno collection, with the demo company that `npm start` creates. */
const dataDir = mkdtempSync(join(tmpdir(), 'invoicing-bruno-'));
const service = useOwnService({ dataDir, rateLimits: true });

beforeAll(() => runDemo({ runtime: service().runtime, dataDir, say: () => {} }));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('runs from the login to the PDF, also a second time', async () => {
  const { email, password } = readDemo(dataDir);
  const environment = environmentOf(join(COLLECTION, 'environments/local.bru'));
  expect(environment).toEqual({ baseUrl: 'http://127.0.0.1:3000', email });
  for (let time = 0; time < 2; time++) {
    const variables = { ...environment, baseUrl: service().url, password };
    const outcomes: Outcome[] = [];
    for (const request of requestsOf(join(COLLECTION, 'First invoice'))) outcomes.push(await runRequest(request, variables));
    expect(outcomes.filter(({ failures }) => failures.length > 0)).toEqual([]);
    expect(outcomes.at(-1)).toMatchObject({ name: 'Download the PDF', status: 200 });
  }
});
