import type { MailLanguage } from '../layout.ts';
import { composeDocumentMail, type MailButton } from '../documents/compose.ts';
import { bodyOf, subjectOf, withinBound } from '../documents/words.ts';
import { type TemplateValues, unknownNames } from '../variables.ts';

/** A mail as its reader would see it. */
export interface Preview {
  subject: string;
  html: string;
  text: string;
  /** Names of variables and conditions that do not exist; they stay in the text as they were typed. */
  unknownVariables: string[];
}

/**
 * Renders a mail with this subject and body. Pure.
 *
 * @param button the button that leads to the document, for kinds whose mails have one
 * @throws 422 by `withinBound`
 */
export function previewOf(
  words: { subject: string; body: string; language: MailLanguage },
  values: TemplateValues,
  button?: MailButton,
): Preview {
  const [subject, body] = [subjectOf(words.subject, values), withinBound(bodyOf(words.body, values))];
  return {
    subject,
    ...composeDocumentMail({ subject, body, language: words.language }, button),
    unknownVariables: [...new Set([words.subject, words.body].flatMap(text => unknownNames(text, values)))],
  };
}
