import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { TRANSPORT_LAW } from '../../../shared/etransport/requirement/law.ts';
import type { transportRequirementSchema } from '../../../shared/etransport/schema.ts';
import { actOnNote, declarable, detailOfNote, newNote, useDelivering } from '../../support/delivery-notes.ts';
import type { Answered, Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';

const { service, scope } = useDelivering();

type Requirement = z.output<typeof transportRequirementSchema>;
const requirement = (uuid: string, query = ''): Promise<Answered<Requirement & Refusal>> =>
  call(service(), scope, 'GET', `/delivery-notes/${uuid}/etransport/requirement${query}`);
/** A note of potatoes, 1,260.50 kg gross: goods of high fiscal risk above the limit of weight. */
const noteOf = (overrides: object = {}) => newNote(service(), scope, declarable(scope, overrides));
const lineOf = (overrides: object) => ({ lines: [{ ...declarable(scope).lines[0], ...overrides }] });
/** What the issue of a note warns of. */
const warned = async (overrides: object): Promise<string[] | undefined> => {
  const { status, body } = await actOnNote(service(), scope, (await noteOf(overrides)).uuid, 'issue');
  expect([status, body.status]).toEqual([200, 'issued']);
  return body.warnings;
};

describe('GET /delivery-notes/{uuid}/etransport/requirement (OUG 41/2022)', () => {
  it('required, with the reasons and the dated source of the rule', async () => {
    const note = await noteOf({ etransportVehicleMass: 3500 });
    const { status, body } = await requirement(note.uuid);
    const [law] = TRANSPORT_LAW;
    expect(status).toBe(200);
    expect(body).toEqual({
      requirement: 'required',
      reasons: [
        'There are goods of high fiscal risk; goods on the same vehicle are declared with them.',
        'The monitored goods are above 500 kg gross or 10000 lei.',
        'The vehicle has a maximum mass of 2500 kg or more.',
      ],
      missing: [],
      law: { validFrom: law!.validFrom, checkedOn: law!.checkedOn, sources: law!.sources },
    });
  });

  it('the mass of the vehicle may be asked about where the note does not state it', async () => {
    const { uuid } = await noteOf();
    expect((await requirement(uuid)).body).toMatchObject({ requirement: 'unknown', missing: ['vehicleMass'] });
    expect((await requirement(uuid, '?vehicleMass=2500')).body).toMatchObject({ requirement: 'required', missing: [] });
    expect((await requirement(uuid, '?vehicleMass=2499')).body.requirement).toBe('not_required');
    const stated = await noteOf({ etransportVehicleMass: 1800 });
    expect((await requirement(stated.uuid, '?vehicleMass=2500')).body.requirement).toBe('not_required');
  });

  it.each([
    ['goods of no fiscal risk', () => lineOf({ tariffCode: '4801' }), 'not_required', []],
    ['a line without tariff code', () => lineOf({ tariffCode: null }), 'unknown', ['lines.0.tariffCode']],
    ['a line without weight', () => lineOf({ grossWeight: null }), 'unknown', ['lines.0.grossWeight']],
    // 1,200 × 3 RON are below 10,000 lei, 1,200 × 3 EUR at 5 lei are above.
    [
      'a value above the limit in lei',
      () => ({ ...lineOf({ grossWeight: null }), currency: 'EUR', exchangeRate: 5 }),
      'required',
      [],
    ],
    ['any goods over the border', () => ({ ...lineOf({ tariffCode: '4801' }), etransportOperationType: 20 }), 'required', []],
  ])('%s', async (_, overrides, expected, missing) => {
    const { uuid } = await noteOf(overrides());
    expect((await requirement(uuid, '?vehicleMass=7500')).body).toMatchObject({ requirement: expected, missing });
  });

  it('goods that are taken back are treated as those that were delivered', async () => {
    const note = await noteOf({ ...lineOf({ netWeight: null, grossWeight: 10, unitPrice: 100 }), etransportVehicleMass: 3500 });
    await actOnNote(service(), scope, note.uuid, 'issue');
    const { body } = await actOnNote(service(), scope, note.uuid, 'storno');
    expect((await requirement(body.uuid)).body.requirement).toBe('required');
  });

  it.each(['0', '-1', '3.5', 'heavy', '1000000'])('422 for a vehicle of %s kg', async mass => {
    const { status, body } = await requirement((await noteOf()).uuid, `?vehicleMass=${mass}`);
    expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, ['vehicleMass']]);
  });

  it('404 for a note that there is not', async () => {
    expect((await requirement(randomUUID())).status).toBe(404);
  });
});

describe('POST /delivery-notes/{uuid}/issue warns of a transport that must be declared', () => {
  it('of a note that states all that decides', async () => {
    expect(await warned({ etransportVehicleMass: 3500 })).toEqual([
      'etransportStatus: the transport must be declared before the goods leave (RO e-Transport).',
    ]);
  });

  it('of a note that does not state the mass of its vehicle', async () => {
    expect(await warned({})).toEqual([expect.stringContaining('unless the vehicle is too light for it')]);
  });

  it.each([
    ['a light vehicle', () => ({ etransportVehicleMass: 1800 })],
    ['goods of no fiscal risk', () => lineOf({ tariffCode: '4801' })],
    ['goods of which nothing is known', () => lineOf({ tariffCode: null })],
    ['a note that is not to be declared', () => ({ skipEtransport: true })],
  ])('not of %s', async (_, overrides) => {
    expect(await warned(overrides())).toBeUndefined();
  });

  it('the note itself shows no warnings', async () => {
    const { uuid } = await noteOf();
    await actOnNote(service(), scope, uuid, 'issue');
    expect(await detailOfNote(service(), scope, uuid)).not.toHaveProperty('warnings');
  });
});
