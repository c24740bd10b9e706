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
  });
});

it('POST /delivery-notes/{uuid}/issue warns of a transport that must be declared; the note itself shows no warnings', async () => {
  const { uuid } = await noteOf({ etransportVehicleMass: 3500 });
  expect(await actOnNote(service(), scope, uuid, 'issue')).toMatchObject({
    status: 200,
    body: { warnings: ['etransportStatus: the transport must be declared before the goods leave (RO e-Transport).'] },
  });
  expect(await detailOfNote(service(), scope, uuid)).not.toHaveProperty('warnings');
});
