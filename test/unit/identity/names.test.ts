import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanName, optionalName, requiredName, shownName } from '#shared/accounts/identity/account/names.ts';
import { invitationText } from '#shared/accounts/identity/invitations/mail.ts';
import { asHtml, asText } from '#shared/output/mail/layout.ts';

const ATTACKS = [
  'Contul a fost blocat: https://evil.example/anaf',
  'ftp://evil.example',
  'Vezi www.evil.example',
  'Vezi WWW.Evil.example',
  'scrie la ana@evil.example',
  'evil.example/anaf',
  '\\\\evil\\share',
];

describe('a name with an address', () => {
  test.each(ATTACKS)('%s is rejected', name => {
    for (const field of [optionalName(255), requiredName(255)]) {
      const { error } = field.safeParse(name);
      expect(error?.issues.map(({ message }) => message)).toEqual(['must not contain an address: no ://, www., @, / or \\']);
    }
  });

  test.each(["Ana-Maria O'Neill", 'S.C. Alba & Fiii S.R.L.', 'Ștefan cel Mare: depozit', '21% TVA SRL', 'w.w.w'])(
    '%s is accepted',
    name => {
      expect(optionalName(255).parse(name)).toBe(name);
    },
  );

  test('is cleaned where it comes from the identity provider', () => {
    expect(ATTACKS.map(cleanName).join(' ')).not.toMatch(/:\/\/|www\.|[@/\\]/i);
    expect(cleanName('Ana / Pop')).toBe('Ana Pop');
    expect([cleanName('@'), cleanName('//'), cleanName(null)]).toEqual([null, null, null]);
  });
});

describe('a name in an invitation', () => {
  test.each([
    ['Alba SRL.', 'Alba SRL.'],
    ['evil.example', 'evil example'],
    ['login.anaf.evil.example', 'login anaf evil example'],
    ['evil。example evil．example evil｡example', 'evil example evil example evil example'],
    ['S.C. Alba S.R.L.', 'S C. Alba S R L.'],
    // Stored before names with addresses were rejected; or an email, of an inviter without a name.
    ['https://evil.example/a', 'https evil example a'],
    ['ana@evil.example', 'ana evil example'],
    ['x'.repeat(61), `${'x'.repeat(59)}…`],
    ['💶'.repeat(60), '💶'.repeat(60)],
  ])('%s is shown as %s', (name, shown) => expect(shownName(name)).toBe(shown));

  test('is short, and no part of it is an address, for any stored name', () => {
    const nasty = fc.string({ unit: fc.constantFrom('a', '.', '/', ':', '@', 'www.', '://', ' ', '\\', '。', 'ș', 'com') });
    fc.assert(
      fc.property(nasty, name => {
        const shown = shownName(name);
        expect([...shown].length).toBeLessThanOrEqual(60);
        expect(shown).not.toMatch(/:\/\/|www\.|[@/\\]|\S[.\u3002\uFF0E\uFF61]\S/iu);
        const facts = { organization: shown, inviter: shown, role: 'admin' as const, expiresAt: '2026-01-01T00:00:00Z' };
        const mail = invitationText('en', { ...facts, link: 'LINK' });
        expect(`${asText(mail)} ${mail.paragraphs.join()}`).not.toMatch(/\w\.[a-z]/i);
        expect(asHtml('en', mail)).toContain('LINK');
      }),
    );
  });
});
