import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { transportValidationSchema } from '#shared/authority/etransport/schema.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { actOnNote, declarable, detailOfNote, newNote, noteIn, useDelivering } from '../../support/delivery-notes.ts';

const { service, scope } = useDelivering();

const validate = (uuid: string) =>
  actOnNote<z.output<typeof transportValidationSchema>>(service(), scope, uuid, 'validate-etransport');
const checked = async (overrides: object): Promise<string[]> => {
  const { uuid } = await newNote(service(), scope, declarable(scope, overrides));
  return (await validate(uuid)).body.errors.map(({ rule }) => rule);
};

describe('POST /delivery-notes/{uuid}/validate-etransport (TRN-20 to TRN-28)', () => {
  it.each(['draft', 'issued', 'converted', 'cancelled'] as const)(
    '200 for a note in status %s, which is not changed',
    async status => {
      const note = await noteIn(service(), scope, status, declarable(scope));
      const { status: answered, body } = await validate(note.uuid);
      expect([answered, body]).toEqual([200, { valid: true, errors: [], warnings: [], schematronAvailable: true }]);
      expect(await detailOfNote(service(), scope, note.uuid)).toEqual(note);
    },
  );

  it('names what is missing, by rule and field', async () => {
    const { body } = await validate((await newNote(service(), scope)).uuid);
    expect(body.valid).toBe(false);
    expect(new Set(body.errors.map(({ severity }) => severity))).toEqual(new Set(['fatal']));
    expect(body.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ rule: 'BR-207', field: 'lines.0.netWeight' }),
        expect.objectContaining({ rule: 'BR-218', field: 'lines.0.grossWeight' }),
        expect.objectContaining({ rule: 'BR-031', field: 'etransportVehicleNumber' }),
      ]),
    );
  });

  it.each([
    ['the vehicle of the note where none is stated', { etransportVehicleNumber: null, deputyAuto: 'CJ-01 ABC' }, []],
    ['national transport where no type is stated', { etransportOperationType: null }, []],
    ['a purpose that the type does not have', { etransportOperationType: 10 }, ['BR-004']],
    ['two starts', { etransportStartBorderPoint: 2 }, ['BR-210']],
  ])('%s', async (_, overrides, rules) => {
    const broken = await checked(overrides);
    expect(broken).toEqual(expect.arrayContaining(rules));
    expect(broken.length > 0).toBe(rules.length > 0);
  });

  it('warns of a date for which the authority issues no identifier', async () => {
    const { uuid } = await newNote(service(), scope, declarable(scope, { etransportTransportDate: addDays(today(), 4) }));
    const { body } = await validate(uuid);
    expect(body).toMatchObject({ valid: true, warnings: [{ severity: 'warning', field: 'etransportTransportDate' }] });
  });

  it('404 for an unknown note', async () => {
    expect((await validate(randomUUID())).status).toBe(404);
  });
});
