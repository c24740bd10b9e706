import type { HeaderKind } from '#shared/base/vocabulary/item-kinds.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import type { PrintOptions } from '#shared/output/pdf/key.ts';
import type { Key, CompanyId } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import type { Notification } from '#shared/output/webhooks/notification.ts';
import type { TemplateValues } from '../variables.ts';
import type { DocumentEmail, MailedDocument, MailLanguage } from './model.ts';
import type { Message } from '../send.ts';
import type { Choice, Words } from './words.ts';

/** The names of a kind of document in keys, templates, events and texts about its mails. */
export interface MailKind {
  /** Prefix of its sort keys: those of its mails are `<prefix>MAIL#<document>#<mail>`. */
  prefix: string;
  /** Kind of its items. Items of its mails have the kind `<item>-email`; events of the mail service have the tag `<item>Id`. */
  item: HeaderKind | 'statement';
  /** Category of its templates, if it has any, and `documentType` in webhooks. */
  mailCategory: MailedDocument;
  /** Its name at the beginning of a sentence: "Invoice". */
  title: string;
}

/** A document as accepting a mail needs it, without its lines. */
export interface MailableDocument {
  kind: MailableKind;
  companyId: CompanyId;
  id: string;
  number: string;
  /** File name of the attached PDF. */
  pdfName: string;
  /** How the attached PDF is printed; absent for the defaults. */
  printOptions?: PrintOptions;
  /**
   * A fact stated in the mail that must still be true when it is sent, in a form that the kind defines; absent if there is none.
   */
  premise?: string;
  /** Whether its client is a private person. */
  toPerson: boolean;
  /** Language of the document. */
  language: MailLanguage;
  /** Whether there is an XML that can be attached. */
  hasXml: boolean;
  /** Why it may not be mailed; undefined when it may. */
  refusal(): Error | undefined;
  /** The recipient when the sender gives none; null when there is none. */
  recipient(): Promise<string | null>;
  /** Subject and body when the sender gives none, before variables are filled in. */
  defaultWords(choice: Choice): Words;
  /** Values of the variables that these texts use. */
  valuesFor(texts: readonly string[], company: Company): Promise<TemplateValues>;
}

/** What a mail is composed of when it is sent, besides its record. */
export interface MailContent {
  company: Company;
  attachments: NonNullable<Message['attachments']>;
}

export interface MailLink {
  url: string;
  /** The writes that create the link. */
  writes: Write[];
}

/** How a kind of document is read for its mails; implemented by the kind's own folder. */
export interface MailableKind<D extends MailableDocument = MailableDocument> extends MailKind {
  /** Costs one read. @returns undefined when the company has no document with that id */
  read(company: CompanyId, id: string): Promise<D | undefined>;
}

/** What accepting mails needs in addition; separate, so that functions that only read do not bundle the code of writes. */
export interface AcceptingKind<D extends MailableDocument = MailableDocument> extends MailableKind<D> {
  /**
   * The writes that add a mail to the document's history; they fail with `ConditionFailed` when it has changed since it was read.
   */
  historyWrites(document: D, email: DocumentEmail): Write[];
}

export interface LinkedKind {
  /** The label of the button, and the small print below it. */
  texts: Record<MailLanguage, { label: string; note: string }>;
  /** The link of a mail: created at the first try, and the same at each further try. */
  of(email: DocumentEmail): Promise<MailLink>;
}

/** What recording the failure of a mail needs of a kind. */
export interface FailingKind extends MailKind {
  /** The writes that enter the failure of a mail in the timeline of its document, if there is still one, and notify webhooks. */
  failureWrites(email: DocumentEmail, notification: Notification): Promise<Write[]>;
}

/** What sending mails needs of a kind; separate, because it depends on files, links and their secrets. */
export interface SendableKind extends FailingKind {
  /** The button that links to the document; absent when mails of the kind have none. */
  link?: LinkedKind;
  /** Undefined when the document was withdrawn after the mail was accepted. */
  contentOf(email: DocumentEmail): Promise<MailContent | undefined>;
}

/** Checks that a document exists and may be mailed. @throws 404, or the document's `refusal()` */
export function mustBeMailable(kind: MailKind, document: MailableDocument | undefined): MailableDocument {
  if (!document) throw notFound(kind.title);
  const refused = document.refusal();
  if (refused) throw refused;
  return document;
}

/** Prefix of the sort keys of a document's mails. */
export const emailPrefix = ({ prefix }: Pick<MailKind, 'prefix'>, documentId: string): string => `${prefix}MAIL#${documentId}#`;

/** The kind of document that the mail with this key belongs to. */
export function kindOfMail<K extends MailKind>(kinds: readonly K[], { sk }: Key): K {
  const kind = kinds.find(({ prefix }) => sk.startsWith(`${prefix}MAIL#`));
  if (!kind) throw new Error(`No kind of document has mails under ${sk}.`);
  return kind;
}
