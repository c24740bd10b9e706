import { describe, expect, test } from 'vitest';
import { handler as create } from '../../../functions/companies/create.ts';
import { handler as startRetention } from '../../../functions/companies/start-retention.ts';
import { handler as release } from '../../../functions/companies/release.ts';
import { handler as update } from '../../../functions/companies/update.ts';
import type { EndpointHandler } from '#shared/platform/lambda/endpoint/definition.ts';
import { refusedRequest } from '../../support/refused/request.ts';

/** Bodies that the endpoints of companies reject before they read anything. */

const minimal = { cif: 'RO 12345678', name: 'Exemplu SRL' };
const EXPORT = '01a208b9-753c-73c8-8f6a-4b981a28f7ef';
const addresses = (count: number, name: string): string =>
  Array.from({ length: count }, (_, place) => `${name}${place}@copies.example`).join(',');

/** Each body with the field that the error names. */
type Table = readonly (readonly [body: object, field: string])[];

const TABLES: readonly (readonly [endpoint: string, handler: EndpointHandler, status: 400 | 422, bodies: Table])[] = [
  [
    'POST /api/v1/companies',
    create,
    400,
    [
      [{ name: 'X' }, 'cif'],
      [{ cif: '1', name: 'X' }, 'cif'],
      [{ cif: 'RO12A', name: 'X' }, 'cif'],
      [{ cif: '12345678901', name: 'X' }, 'cif'],
      [{ ...minimal, bankAccount: 'RO49AAAA1B31007593840001' }, 'bankAccount'],
      [{ ...minimal, bankBic: 'AAAA' }, 'bankBic'],
      [{ ...minimal, defaultCurrency: 'XXQ' }, 'defaultCurrency'],
      [{ ...minimal, syncDaysBack: 366 }, 'syncDaysBack'],
      [{ ...minimal, efacturaDelayHours: 73 }, 'efacturaDelayHours'],
      [{ ...minimal, archiveRetentionYears: 0 }, 'archiveRetentionYears'],
      [{ ...minimal, email: 'nobody' }, 'email'],
      [{ ...minimal, country: 'QQ' }, 'country'],
    ],
  ],
  [
    'PATCH /api/v1/companies/{uuid}',
    update,
    400,
    [
      [{ name: '' }, 'name'],
      [{ name: null }, 'name'],
      [{ enabledModules: ['payroll'] }, 'enabledModules.0'],
      [{ syncDaysBack: 0 }, 'syncDaysBack'],
      [{ vatPayer: 'yes' }, 'vatPayer'],
      [{ retention: { documentYears: 4 } }, 'retention.documentYears'],
      [{ retention: { draftMonths: 0 } }, 'retention.draftMonths'],
      [{ retention: { clientMonths: 1.5 } }, 'retention.clientMonths'],
      [{ retention: 'all' }, 'retention'],
      [{ emailCc: 'nobody' }, 'emailCc.0'],
      [{ emailBcc: 'a@copies.example, b' }, 'emailBcc.1'],
      [{ emailCc: ['a@copies.example'] }, 'emailCc'],
      [{ emailCc: addresses(21, 'a') }, 'emailCc'],
    ],
  ],
  [
    'POST /api/v1/companies/{uuid}/retention',
    startRetention,
    422,
    [
      [{}, 'confirm'],
      [{ confirm: 'yes' }, 'confirm'],
    ],
  ],
  [
    'POST /api/v1/companies/{uuid}/deletion',
    release,
    422,
    [
      [{}, 'confirm'],
      [{ confirm: 'yes' }, 'confirm'],
      [{ confirm: 'keep', archiveExportId: EXPORT }, 'confirm'],
      [{ archiveExportId: 'x' }, 'archiveExportId'],
    ],
  ],
];

const CODES = { 400: 'bad_request', 422: 'validation_error' };

describe.each(TABLES)('%s', (_endpoint, handler, status, bodies) => {
  const cases = bodies.map(([body, field]) => [JSON.stringify(body).slice(0, 100), field, body] as const);

  test.each(cases)(`${status} for %s, which names %s`, async (_, field, body) => {
    const refused = await refusedRequest(handler, { body });
    expect([refused?.status, refused?.code, Object.keys(refused?.details as object)]).toEqual([status, CODES[status], [field]]);
  });
});

test('the same bodies with the one field corrected are accepted', async () => {
  for (const [handler, body] of [
    [create, minimal],
    [update, { name: 'X' }],
    [release, { archiveExportId: EXPORT }],
  ] as const)
    expect(await refusedRequest(handler, { body })).toBeUndefined();
});
