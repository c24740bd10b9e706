import type { HeaderKind } from '../../vocabulary/item-kinds.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Company } from '../../model/company.ts';
import type { PrintOptions } from '../../pdf/key.ts';
import type { Key, CompanyId } from '../../store/table.ts';
import type { Write } from '../../store/transact.ts';
import type { TemplateCategory } from '../templates/model.ts';
import type { TemplateValues } from '../variables.ts';
import type { DocumentEmail, MailedDocument, MailLanguage } from './model.ts';
import type { Message } from '../send.ts';
import type { Choice, Words } from './words.ts';

/** What is named after a kind of document in keys, templates, events and sentences about its mails. */
export interface MailKind {
  /** Of its sort keys: its mails are `<prefix>MAIL#<document>#<mail>`. */
  prefix: string;
  /** Of its items: its mails are of the kind `<item>-email`, and events of the mail service carry the tag `<item>Id`. */
  item: HeaderKind;
  /** Of the templates that go with it, and `documentType` in webhooks. */
  mailCategory: MailedDocument & TemplateCategory;
  /** At the beginning of a sentence: "Invoice". */
  title: string;
}

/** What a mail is accepted with: a document as it was read, without its lines. */
export interface MailableDocument {
  kind: MailableKind;
  companyId: string;
  id: string;
  number: string;
  /** Of its PDF, as it is attached. */
  pdfName: string;
  /** How its PDF is printed that is attached; absent where as usual. */
  printOptions?: PrintOptions;
  /** A fact in the mail that must still be true when it is sent, in the kind's own words; absent where there is none. */
  premise?: string;
  /** In which it was written. */
  language: MailLanguage;
  /** Whether there is an XML that can be attached. */
  hasXml: boolean;
  /** Why it may not be mailed; undefined when it may. */
  refusal(): Error | undefined;
  /** To whom a mail goes that names nobody. */
  recipient(): Promise<string | null>;
  /** Subject and body where the sender gives none, before variables are filled in. */
  defaultWords(choice: Choice): Words;
  /** What the variables in these texts stand for. */
  valuesFor(texts: readonly string[], company: Company): Promise<TemplateValues>;
}

/** What a mail is composed of when it is sent. */
export interface MailContent {
  company: Company;
  attachments: NonNullable<Message['attachments']>;
}

export interface MailLink {
  url: string;
  /** What makes it. */
  writes: Write[];
}

/** How a kind of documents is read for its mails; its area implements it. */
export interface MailableKind<D extends MailableDocument = MailableDocument> extends MailKind {
  /** Undefined when the company has none of that id. One read. */
  read(company: CompanyId, id: string): Promise<D | undefined>;
}

/** What accepts mails knows of a kind beside that: apart, so that what only reads holds no writes. */
export interface AcceptingKind<D extends MailableDocument = MailableDocument> extends MailableKind<D> {
  /** The writes that enter a mail in the document's history; they fail with `ConditionFailed` when it has changed since it was read. */
  historyWrites(document: D, email: DocumentEmail): Write[];
}

export interface LinkedKind {
  /** What the button of a mail says, and the small print below it. */
  texts: Record<MailLanguage, { view: string; note: string }>;
  /** The link that stands in a mail: made at the first try, and the same at each further one. */
  of(email: DocumentEmail): Promise<MailLink>;
}

/** What sends mails knows of a kind of documents: apart from the above, since it takes files, links and their secrets. */
export interface SendableKind extends MailKind {
  /** The button that leads to the document; absent where mails of the kind have none. */
  link?: LinkedKind;
  /** Undefined when the document was withdrawn after the mail was accepted. */
  contentOf(email: DocumentEmail): Promise<MailContent | undefined>;
}

/** A document that there is and that may be mailed. @throws 404; what its kind refuses */
export function mustBeMailable(kind: MailKind, document: MailableDocument | undefined): MailableDocument {
  if (!document) throw notFound(kind.title);
  const refused = document.refusal();
  if (refused) throw refused;
  return document;
}

/** Sort keys of a document's mails begin with this. */
export const emailPrefix = ({ prefix }: MailKind, documentId: string): string => `${prefix}MAIL#${documentId}#`;

/** The kind whose mail is under a key. */
export function kindOfMail<K extends MailKind>(kinds: readonly K[], { sk }: Key): K {
  const kind = kinds.find(({ prefix }) => sk.startsWith(`${prefix}MAIL#`));
  if (!kind) throw new Error(`No kind of document has mails under ${sk}.`);
  return kind;
}
