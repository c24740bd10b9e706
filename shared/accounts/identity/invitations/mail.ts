import { asHtml, asText, type MailLanguage, mailLanguage, type MailText } from '#shared/output/mail/layout.ts';
import type { Invitation } from '#shared/platform/access/model.ts';
import type { MailParameters } from '#shared/output/mail/requests.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import { readInvitation, sealContext } from './store.ts';
import { findOrganization } from '#shared/platform/access/records.ts';
import { isExpired } from './rules.ts';
import { unseal } from '#shared/platform/aws/sealed.ts';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { shownName } from '../account/names.ts';
import { linkWithToken } from '../links.ts';

/** The invitation mail, in the language of the inviter. */

const ROLE_NAMES: Record<MailLanguage, Record<Invitation['role'], string>> = {
  ro: { admin: 'administrator', accountant: 'contabil', employee: 'angajat' },
  en: { admin: 'administrator', accountant: 'accountant', employee: 'employee' },
};

export interface InvitationFacts {
  organization: string;
  inviter: string;
  role: Invitation['role'];
  /** `YYYY-MM-DDTHH:mm:ssZ` */
  expiresAt: string;
  link: string;
}

/**
 * The recipients do not know the service yet. So the subject is constant, and the name of the organization, which its owner chooses,
 * is only in the text.
 */
export function invitationText(language: MailLanguage, facts: InvitationFacts): MailText {
  const { organization, inviter, link } = facts;
  const role = ROLE_NAMES[language][facts.role];
  const until = `${facts.expiresAt.slice(0, 10)} ${facts.expiresAt.slice(11, 16)} UTC`;
  return language === 'ro'
    ? {
        subject: 'Invitație într-o organizație',
        greeting: 'Bună ziua,',
        paragraphs: [`${inviter} vă invită în ${organization}, cu rolul de ${role}.`],
        action: { label: 'Accept invitația', link },
        note: `Invitația este valabilă până la ${until}. Dacă nu îl cunoașteți pe expeditor, ignorați acest mesaj.`,
      }
    : {
        subject: 'Invitation to an organization',
        greeting: 'Hello,',
        paragraphs: [`${inviter} invites you to ${organization}, in the role ${role}.`],
        action: { label: 'Accept the invitation', link },
        note: `The invitation is valid until ${until}. If you do not know the sender, ignore this message.`,
      };
}

/** Null if the invitation was accepted or cancelled or has expired meanwhile. */
export async function composeInvitation({ organizationId, hash }: MailParameters['invitation']): Promise<ComposedMail | null> {
  const [invitation, organization] = await Promise.all([readInvitation(organizationId, hash), findOrganization(organizationId)]);
  if (!invitation || !organization || invitation.status !== 'pending' || isExpired(invitation)) return null;
  const language = mailLanguage(invitation.language);
  const token = await unseal(invitation.sealedToken, sealContext(invitation));
  const text = invitationText(language, {
    organization: shownName(organization.name),
    inviter: shownName(invitation.invitedBy.name),
    role: invitation.role,
    expiresAt: presentInstant(invitation.expiresAt),
    link: linkWithToken('/invitations/accept', token),
  });
  return {
    message: { to: invitation.email, subject: text.subject, text: asText(text), html: asHtml(language, text) },
    writes: [],
  };
}
