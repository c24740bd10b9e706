import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusals.ts';
import { useTransports } from '../../support/transport.ts';

/** What follows a declaration and is refused, here or by the authority. */

const { service, declarableNote, declaredNote, act, followUp, read, declarations, set } = useTransports();
const INVALID = [422, 'validation_error'] as const;

const TOLD = [
  ['vehicle', { vehicleNumber: 'CJ01NEW' }, 'vehicle_change', 'Change of vehicle of the transport rejected'],
  ['confirm', { outcome: 'confirmed' }, 'confirmation', 'Confirmation of the transport rejected'],
  ['delete', {}, 'deletion', 'Deletion of the transport rejected'],
] as const;

describe.each(TOLD)('etransport/%s', (what, body, kind, entry) => {
  it('is rejected for a note that is not declared, is not issued, and while another message is in progress', async () => {
    const { uuid } = await declarableNote();
    expect(refusal(await followUp(uuid, what, body))).toMatchObject([...INVALID, { reason: 'not_declared' }]);
    const draft = await act(uuid, 'storno');
    expect(refusal(await followUp(draft.body.uuid, what, body))).toMatchObject([...INVALID, { reason: 'not_issued' }]);
    const declared = await declaredNote();
    await followUp(declared.uuid, what, body);
    for (const [other, otherBody] of TOLD)
      expect(refusal(await followUp(declared.uuid, other, otherBody)), other).toMatchObject([
        ...INVALID,
        { reason: 'declaration_in_progress' },
      ]);
    await service().advance('PT10M');
  });

  it('rejected: the transport is unchanged; the timeline and the declaration have the reason', async () => {
    const before = await declaredNote();
    const { uuid } = before;
    await set({ mode: 'reject', errors: ['[BR-999]-Nu'] });
    await followUp(uuid, what, body);
    await service().advance('PT10M');
    await set({ mode: 'ok' });
    const { etransportStatus, etransportUit, etransportVehicleNumber } = before;
    const after = await read(uuid);
    expect(after).toMatchObject({ etransportStatus, etransportUit, etransportVehicleNumber, etransportErrorMessage: null });
    expect(after.events[0]).toMatchObject({ type: 'taxauth_rejected', details: entry, metadata: { errors: ['[BR-999]-Nu'] } });
    expect((await declarations(uuid))[0]).toMatchObject({
      ...{ status: 'ok', confirmation: null, messages: [{ kind, status: 'nok', errors: ['[BR-999]-Nu'] }, {}] },
    });
  });
});
