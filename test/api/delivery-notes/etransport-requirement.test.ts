import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { TRANSPORT_LAW } from '#shared/authority/etransport/requirement/law.ts';
import type { transportRequirementSchema } from '#shared/authority/etransport/schema.ts';
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
/** The warnings of issuing a note. */
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

  it('accepts the mass of the vehicle where the note does not state it', async () => {
    const { uuid } = await noteOf();
    expect((await requirement(uuid)).body).toMatchObject({ requirement: 'unknown', missing: ['vehicleMass'] });
    expect((await requirement(uuid, '?vehicleMass=2500')).body).toMatchObject({ requirement: 'required', missing: [] });
    expect((await requirement(uuid, '?vehicleMass=2499')).body.requirement).toBe('not_required');
    const stated = await noteOf({ etransportVehicleMass: 1800 });
    expect((await requirement(stated.uuid, '?vehicleMass=2500')).body.requirement).toBe('not_required');
  });

  it('names the data that the note lacks', async () => {
    const { uuid } = await noteOf(lineOf({ tariffCode: null }));
    expect((await requirement(uuid, '?vehicleMass=7500')).body).toMatchObject({
      ...{ requirement: 'unknown', missing: ['lines.0.tariffCode'] },
    });
  });

  it('treats returned goods like delivered ones', async () => {
    const note = await noteOf({ ...lineOf({ netWeight: null, grossWeight: 10, unitPrice: 100 }), etransportVehicleMass: 3500 });
    await actOnNote(service(), scope, note.uuid, 'issue');
    const { body } = await actOnNote(service(), scope, note.uuid, 'storno');
    expect((await requirement(body.uuid)).body.requirement).toBe('required');
  });

  it('422 for a vehicle of 0 kg', async () => {
    const { status, body } = await requirement((await noteOf()).uuid, '?vehicleMass=0');
    expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, ['vehicleMass']]);
  });

  it('404 for an unknown note', async () => {
    expect((await requirement(randomUUID())).status).toBe(404);
  });
});

describe('POST /delivery-notes/{uuid}/issue warns of a transport that must be declared', () => {
  it('of a note with all data that the rule needs', async () => {
    expect(await warned({ etransportVehicleMass: 3500 })).toEqual([
      'etransportStatus: the transport must be declared before the goods leave (RO e-Transport).',
    ]);
  });

  it('not of a light vehicle', async () => {
    expect(await warned({ etransportVehicleMass: 1800 })).toBeUndefined();
  });

  it('the note itself shows no warnings', async () => {
    const { uuid } = await noteOf({ etransportVehicleMass: 3500 });
    await actOnNote(service(), scope, uuid, 'issue');
    expect(await detailOfNote(service(), scope, uuid)).not.toHaveProperty('warnings');
  });
});
