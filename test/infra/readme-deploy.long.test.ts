import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { idleSheet, idleStage } from '../../infra/cost/idle.ts';
import { PRICES } from '../../infra/cost/prices.ts';
import { total } from '../../infra/cost/sheet.ts';
import { registrationBody } from '#shared/accounts/identity/sign-in/registration-input.ts';
import { STAGE, synthesise, systemOf } from './synthesis.ts';

/** The statements of README.md about a stage on AWS. */

let page: string;
let section: string;
beforeAll(() => {
  page = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
  section = /^## Deploy it\n([^]*?)^## /m.exec(page)?.[1] ?? '';
});

describe('the README', () => {
  it('states the cost of a stage without users, as modelled from its templates', async () => {
    const catalogue = await loadCatalogue();
    const templates = synthesise(await systemOf(), { ...STAGE, gradualRollout: false, dashboard: false });
    const idle = idleStage(
      templates.flatMap(({ resources }) => Object.values(resources)),
      catalogue.background,
    );
    const dollars = Number(/nobody uses costs about \$(\d+) a month/.exec(page)?.[1]);
    expect(dollars).toBe(Math.round(total(idleSheet(idle, PRICES))));
  });

  it('registers the first user with a body that the service accepts', () => {
    const body: unknown = JSON.parse(
      /api\/auth\/register .*-d '(\{[^']+\})'/.exec(section)?.[1]?.replace('<yours>', 'ana@acme.ro') ?? '',
    );
    expect(registrationBody.parse(body)).toEqual(body);
  });

  it('explains the way from an empty account to a running service before it mentions locks', () => {
    const steps = ['create-hosted-zone', 'npm run doctor', 'npm run deploy', '/health', '/api/auth/register', 'COMPLIANCE'];
    const places = steps.map(step => section.indexOf(step));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    steps.push('NS records', 'alarmEmail', 'administrator');
    expect(steps.filter(step => !section.includes(step))).toEqual([]);
  });
});
