import type * as z from 'zod';
import type { Actor } from '#shared/platform/access/model.ts';
import { forbidden, notFound } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import type { MailLanguage } from '../layout.ts';
import { composeDocumentMail, type MailButton } from '../documents/compose.ts';
import type { MailableDocument, MailKind } from '../documents/kind.ts';
import { bodyOf, subjectOf, withinBound } from '../documents/words.ts';
import { type TemplateValues, unknownNames } from '../variables.ts';
import type { previewBody } from './input.ts';
import { sampleValues } from './variables.ts';

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

interface PreviewRequest {
  body: z.output<typeof previewBody>;
  kind: MailKind;
  /** The document that the body names, if the company has it. */
  document: MailableDocument | undefined;
  button: MailButton | undefined;
  company: Company;
  actor: Pick<Actor, 'permissions'>;
}

/**
 * Previews a mail for the named document, or with sample values.
 *
 * @throws 403 for a document that the caller may not view; 404 for one that the company does not have; 422 by `withinBound`
 */
export async function previewTemplate({ body, kind, document, button, company, actor }: PreviewRequest): Promise<Preview> {
  const { category, subject, body: text, documentId } = body;
  if (documentId && !actor.permissions.has('invoice.view'))
    throw forbidden('permission', 'Permission invoice.view is needed for `documentId`.', { permission: 'invoice.view' });
  if (documentId && !document) throw notFound(kind.title);
  const values = document ? await document.valuesFor([subject, text], company) : sampleValues(category, company);
  return previewOf({ ...body, body: text }, values, button);
}
