import { environment } from '#shared/platform/aws/environment.ts';
import { activeAccount, composeMail } from '#shared/accounts/identity/account/account-mail.ts';
import type { ComposedMail } from '#shared/output/mail/deliver-account.ts';
import type { MailLanguage, MailText } from '#shared/output/mail/layout.ts';
import type { MailParameters } from '#shared/output/mail/requests.ts';

/** The URL without its query, which may contain a secret of the receiver. */
const shown = (url: string): string => (URL.canParse(url) ? `${new URL(url).origin}${new URL(url).pathname}` : '');

const text = (language: MailLanguage, name: string, url: string, link: string): MailText =>
  language === 'ro'
    ? {
        subject: 'Un webhook a fost dezactivat',
        greeting: `Bună ziua, ${name},`,
        paragraphs: [
          `Webhook-ul către ${shown(url)} a fost dezactivat: receptorul a răspuns 410 sau nu a primit nimic cu succes timp de 120 de ore.`,
          'După ce receptorul funcționează din nou, activați webhook-ul și retrimiteți evenimentele pierdute.',
        ],
        action: { label: 'Deschid aplicația', link },
      }
    : {
        subject: 'A webhook was switched off',
        greeting: `Hello ${name},`,
        paragraphs: [
          `The webhook to ${shown(url)} was switched off: its receiver answered 410, or accepted nothing for 120 hours.`,
          'Once the receiver works again, switch the webhook on and replay the events that it missed.',
        ],
        action: { label: 'Open the application', link },
      };

/** The mail to an admin about a webhook that was switched off; null when the admin's account is closed. */
export async function composeWebhookDisabled({ userId, url }: MailParameters['webhook-disabled']): Promise<ComposedMail | null> {
  const account = await activeAccount(userId);
  return account ? composeMail(account, (language, name) => text(language, name, url, environment('appUrl'))) : null;
}
