import { setImmediate } from 'node:timers/promises';
import type { MandatoryFact } from './document.ts';
import { factsCheck, mandatoryFacts, PAGE_BREAK } from './facts.ts';
import type { SafeHtml } from '../kernel/html.ts';
import { described } from './metadata.ts';
import { undrawn } from './fonts.ts';
import { visibleText } from './reader/text.ts';
import { type Page, templateOf } from './templates/index.ts';
import { MARGINS } from './templates/page-style.ts';

/** A document whose PDF would not say what the law asks for: it is not made. The name crosses the invocation of the renderer. */
export class Unprintable extends Error {
  constructor(missing: readonly string[]) {
    const [first = ''] = missing;
    const others = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
    super(`The PDF would not show what it must: ${first}${others}. Change the custom CSS of the PDF template configuration.`);
    this.name = 'Unprintable';
  }
}

/** A document that says what it must in letters that no font has: its PDF would show boxes. */
export class Illegible extends Error {
  constructor(what: string, letter: string) {
    const code = letter.codePointAt(0)?.toString(16).toUpperCase();
    super(
      `The PDF cannot show "${letter}" (U+${code}) in the ${what}: no font has it. Write it in another script, such as Latin.`,
    );
    this.name = 'Illegible';
  }
}

/**
 * The PDF of a document in its company's template. What it must say is looked for in its text, as a reader sees it, whatever the style
 * sheet of the company does.
 *
 * @param print HTML to PDF
 * @throws Unprintable when a mandatory fact is not there; Illegible when one cannot be drawn; what `print` throws.
 */
export async function makePdf(page: Page, print: (page: SafeHtml) => Promise<Uint8Array>): Promise<Uint8Array> {
  const { document, configuration } = page;
  const printing = print(templateOf(configuration.templateSlug)(page));
  // What is to be looked for is gathered while the browser prints. Nothing is left printing when a fact is refused: after its
  // answer a function's process stands still.
  const [printed, missingIn] = await Promise.all([
    printing,
    setImmediate().then(() => factsCheck(legible(mandatoryFacts(document)))),
  ]).finally(() => printing.catch(() => undefined));
  const { changedAt: instant, company: author, language } = document;
  const pdf = described(printed, { instant, author, language });
  const missing = missingIn(visibleText(pdf, MARGINS).join(`\n${PAGE_BREAK}\n`));
  if (missing.length > 0) throw new Unprintable(missing.map(({ what }) => what));
  return pdf;
}

/** The facts. @throws Illegible where one of them has a letter that cannot be drawn. */
function legible(facts: MandatoryFact[]): MandatoryFact[] {
  for (const { what, text } of facts) {
    const letter = undrawn(text);
    if (letter !== undefined) throw new Illegible(what, letter);
  }
  return facts;
}
