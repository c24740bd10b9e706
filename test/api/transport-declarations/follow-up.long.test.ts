import { describe, expect, it } from 'vitest';
import { useTransports } from '../../support/transport.ts';

const { service, declaredNote, followUp, lastReceived } = useTransports();
describe('POST /delivery-notes/{uuid}/etransport/vehicle', () => {
  it('a correction after it declares the new vehicle', async () => {
    const { uuid } = await declaredNote();
    await followUp(uuid, 'vehicle', { vehicleNumber: 'B200ABC' });
    await service().advance('PT10M');
    await followUp(uuid, 'correct', { etransportEndStreet: 'Calea Plevnei' });
    await service().advance('PT10M');
    expect((await lastReceived()).xml).toContain('nrVehicul="B200ABC"');
  });
});
