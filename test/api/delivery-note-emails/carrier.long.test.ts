import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useDelivering } from '../../support/delivery-notes.ts';
import { call } from '../../support/invoices.ts';
import { noteWithIdentifier } from '../../support/transport.ts';

const { service, scope } = useDelivering();

/** The text of the mail that a request has sent, its white space as single blanks. */
async function mailed(uuid: string, path: 'email' | 'etransport/email', body: object = {}): Promise<string> {
  const to = `carrier-${randomUUID()}@carrier.example`;
  expect((await call(service(), scope, 'POST', `/delivery-notes/${uuid}/${path}`, { to, ...body })).status).toBe(200);
  await service().idle();
  const [mail] = await service().mailbox(to);
  return (mail?.text ?? '').replace(/\s+/g, ' ');
}

describe('POST /delivery-notes/{uuid}/etransport/email', () => {
  it('names both ends of a cross-border route', async () => {
    const { uuid } = await noteWithIdentifier(
      service(),
      scope,
      {},
      {
        ...{ etransportOperationType: 20, etransportEndCounty: null, etransportEndLocality: null, etransportEndStreet: null },
        ...{ etransportEndBorderPoint: 4 },
      },
    );
    expect(await mailed(uuid, 'etransport/email')).toContain('punctul de trecere a frontierei Nădlac');
  });
});

describe('variables of the transport in every mail with a delivery note', () => {
  it('are empty without a valid identifier', async () => {
    const words = { subject: 'Aviz', body: 'Aviz{if uit}, UIT [[uit]] până la [[uit_valid_until]], auto [[vehicle]]{endif}.' };
    const { uuid } = await noteWithIdentifier(service(), scope, { etransportDeletedAt: '2026-03-02T09:00:00.000Z' });
    expect(await mailed(uuid, 'email', words)).toContain('Aviz.');
  });
});
