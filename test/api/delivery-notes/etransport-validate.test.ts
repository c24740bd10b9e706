import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { transportValidationSchema } from '#shared/authority/etransport/schema.ts';
import { actOnNote, declarable, detailOfNote, newNote, noteIn, useDelivering } from '../../support/delivery-notes.ts';

const { service, scope } = useDelivering();

const validate = (uuid: string) =>
  actOnNote<z.output<typeof transportValidationSchema>>(service(), scope, uuid, 'validate-etransport');
const checked = async (overrides: object): Promise<string[]> => {
  const { uuid } = await newNote(service(), scope, declarable(scope, overrides));
  return (await validate(uuid)).body.errors.map(({ rule }) => rule);
};

describe('POST /delivery-notes/{uuid}/validate-etransport (TRN-20 to TRN-28)', () => {
  it.each(['draft', 'converted'] as const)('200 for a note in status %s, which is not changed', async status => {
    const note = await noteIn(service(), scope, status, declarable(scope));
    const { status: answered, body } = await validate(note.uuid);
    expect([answered, body]).toEqual([200, { valid: true, errors: [], warnings: [], schematronAvailable: true }]);
    expect(await detailOfNote(service(), scope, note.uuid)).toEqual(note);
  });

  it.each([
    ['the vehicle of the note where none is stated', { etransportVehicleNumber: null, deputyAuto: 'CJ-01 ABC' }, []],
    ['two starts', { etransportStartBorderPoint: 2 }, ['BR-210']],
  ])('%s', async (_, overrides, rules) => {
    const broken = await checked(overrides);
    expect(broken).toEqual(expect.arrayContaining(rules));
    expect(broken.length > 0).toBe(rules.length > 0);
  });
});
