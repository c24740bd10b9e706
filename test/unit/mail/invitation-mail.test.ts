import { describe, expect, test } from 'vitest';
import { type InvitationFacts, invitationText } from '#shared/accounts/identity/invitations/mail.ts';
import { INVITED_ROLES } from '#shared/platform/access/model.ts';
import { asHtml, asText } from '#shared/output/mail/layout.ts';

const facts: InvitationFacts = {
  organization: 'Firma & Fiii',
  inviter: 'Ana <Pop>',
  role: 'accountant',
  expiresAt: '2026-11-28T09:05:00Z',
  link: 'https://app.example/invitations/accept?token=abc',
};

describe('the invitation mail', () => {
  test.each([
    ['ro', 'Invitație într-o organizație', 'contabil', '2026-11-28 09:05 UTC'],
    ['en', 'Invitation to an organization', 'accountant', '2026-11-28 09:05 UTC'],
  ] as const)('%s: has inviter, organization, role, expiry and link', (language, subject, role, until) => {
    const text = invitationText(language, facts);
    expect(text.subject).toBe(subject);
    for (const part of ['Ana <Pop>', 'Firma & Fiii', role, until, facts.link]) expect(asText(text)).toContain(part);
    const html = asHtml(language, text);
    for (const part of ['Ana &lt;Pop&gt;', 'Firma &amp; Fiii', facts.link]) expect(html).toContain(part);
    expect(html).not.toContain('<Pop>');
  });

  test.each(INVITED_ROLES)('has a name for the role %s in each language', role => {
    const [ro, en] = (['ro', 'en'] as const).map(language => asText(invitationText(language, { ...facts, role })));
    expect(ro).not.toContain('undefined');
    expect(en).not.toContain('undefined');
    expect(ro).not.toBe(en);
  });
});
