import { setImmediate } from 'node:timers/promises';
import type { MandatoryFact } from './document.ts';
import { factsCheck, mandatoryFacts, PAGE_BREAK } from './facts.ts';
import type { SafeHtml } from '#shared/base/kernel/html.ts';
import { described } from './metadata.ts';
import { undrawn } from './fonts.ts';
import { type Page, templateOf } from './templates/index.ts';
import { MARGINS } from './templates/page-style.ts';

/**
 * The PDF would not show texts that the law requires. Callers of the renderer's Lambda function recognize it by `name`
 * (renderer.ts).
 */
export class Unprintable extends Error {
  constructor(missing: readonly string[]) {
    const [first = ''] = missing;
    const others = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
    super(`The PDF would not show what it must: ${first}${others}. Change the custom CSS of the PDF template configuration.`);
    this.name = 'Unprintable';
  }
}

/** A mandatory text has letters that no font has, so the PDF would show boxes. Recognized by `name`, like `Unprintable`. */
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
 * Renders the PDF of a document. If the company has a style sheet of its own, checks that the visible text of the PDF has all
 * mandatory texts, whatever the style sheet does; for the templates alone, tests do (docs/adr/0016-pdf-reader.md).
 *
 * @param print HTML to PDF
 * @throws Unprintable when a mandatory text is missing; Illegible when one has letters that no font has; what `print` throws
 */
export async function makePdf(page: Page, print: (page: SafeHtml) => Promise<Uint8Array>): Promise<Uint8Array> {
  const { document, configuration } = page;
  const printing = print(templateOf(configuration.templateSlug)(page));
  // The facts are prepared while the browser prints. If that throws, printing is still awaited: Lambda freezes the process after the
  // response, and the request would continue in the next invocation.
  const [printed, hiddenFrom] = await Promise.all([
    printing,
    setImmediate().then(() => {
      const facts = legible(mandatoryFacts(document));
      return configuration.customCss ? hiddenFacts(facts) : undefined;
    }),
    // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for the promise of its callback
  ]).finally(() => printing.catch(() => undefined));
  const { changedAt: instant, company: author, language } = document;
  const pdf = described(printed, { instant, author, language });
  const hidden = hiddenFrom?.(pdf) ?? [];
  if (hidden.length > 0) throw new Unprintable(hidden.map(({ what }) => what));
  return pdf;
}

/** Returns a function that finds the facts which a reader of a PDF does not see. */
async function hiddenFacts(facts: MandatoryFact[]): Promise<(pdf: Uint8Array) => MandatoryFact[]> {
  const { visibleText } = await import('./reader/text.ts');
  const missingIn = factsCheck(facts);
  return pdf => missingIn(visibleText(pdf, MARGINS).join(`\n${PAGE_BREAK}\n`));
}

/** Returns the facts. @throws Illegible when one of them has a letter that no font has */
function legible(facts: MandatoryFact[]): MandatoryFact[] {
  for (const { what, text } of facts) {
    const letter = undrawn(text);
    if (letter !== undefined) throw new Illegible(what, letter);
  }
  return facts;
}
