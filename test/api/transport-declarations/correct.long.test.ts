import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { refusal } from '../../support/refusals.ts';
import { useTransports } from '../../support/transport.ts';

const { service, declaredNote, act, followUp, read } = useTransports();

describe('POST /delivery-notes/{uuid}/etransport/correct (OUG 129/2024)', () => {
  it('of a note that was converted since', async () => {
    const { uuid } = await declaredNote();
    await act(uuid, 'convert');
    expect((await followUp(uuid, 'correct', { etransportVehicleNumber: 'B 77 NEW' })).status).toBe(200);
    await service().advance('PT10M');
    expect(await read(uuid)).toMatchObject({ status: 'converted', etransportVehicleNumber: 'B77NEW' });
  });

  describe('is rejected', () => {
    const change = { etransportVehicleNumber: 'B77NEW' };
    const INVALID = [422, 'validation_error'] as const;

    it('while another message is in progress', async () => {
      const { uuid } = await declaredNote();
      await followUp(uuid, 'correct', change);
      expect(refusal(await followUp(uuid, 'correct', change))).toMatchObject([...INVALID, { reason: 'declaration_in_progress' }]);
      await service().advance('PT10M');
    });

    it('after the 25th of the month that follows the end of the transport', async () => {
      const { uuid } = await declaredNote({ etransportTransportDate: addDays(today(), -90) });
      expect(refusal(await followUp(uuid, 'correct', change))).toMatchObject([
        ...INVALID,
        { reason: 'correction_too_late', correctableUntil: expect.stringMatching(/^\d{4}-\d{2}-25$/) as string },
      ]);
    });
  });
});
