import { describe, expect, test } from 'vitest';
import { linkState, type ShareLink } from '#shared/documents/invoices/share-links/model.ts';
import { tokenOf } from '#shared/documents/invoices/share-links/secret.ts';

const link: ShareLink = {
  id: '1',
  invoiceId: '2',
  createdAt: '2026-03-02T10:00:00.000Z',
  expiresAt: '2026-04-01T10:00:00.000Z',
  revokedAt: null,
  createdBy: null,
};
const issued = { status: 'issued', cancelledAt: null, restoredAt: null } as const;
const LATER = '2026-03-10T00:00:00.000Z';

describe('status of a share link (OUT-70)', () => {
  test.each([
    ['active until it expires', {}, issued, LATER, 'active', null],
    ['expired from that time on', {}, issued, link.expiresAt, 'expired', null],
    ['revoked by a user', { revokedAt: LATER }, issued, LATER, 'revoked', LATER],
    ['revoked stays revoked after the expiry', { revokedAt: LATER }, issued, '2027-01-01T00:00:00.000Z', 'revoked', LATER],
    ['revoked by cancelling the document', {}, { ...issued, status: 'cancelled', cancelledAt: LATER }, LATER, 'revoked', LATER],
    [
      'still revoked when the document is restored',
      {},
      { ...issued, status: 'draft', restoredAt: LATER },
      LATER,
      'revoked',
      LATER,
    ],
    ['still revoked when it is issued again', {}, { ...issued, restoredAt: LATER }, LATER, 'revoked', LATER],
    [
      'active when it was created after the restore',
      {},
      { ...issued, restoredAt: '2026-03-01T00:00:00.000Z' },
      LATER,
      'active',
      null,
    ],
    [
      'expired before the document was cancelled',
      {},
      { ...issued, status: 'cancelled', cancelledAt: '2026-05-01T00:00:00.000Z' },
      '2026-06-01T00:00:00.000Z',
      'expired',
      null,
    ],
  ] as const)('%s', (_, change, invoice, at, status, revokedAt) => {
    expect(linkState({ ...link, ...change }, invoice, at)).toEqual({ status, revokedAt });
  });

  test('a token has 64 hex characters, of one secret and one link', () => {
    const tokens = ['aa', 'bb'].flatMap(secret => ['1', '2'].map(id => tokenOf(secret.repeat(32), id)));
    expect(new Set(tokens).size).toBe(4);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/);
  });
});
