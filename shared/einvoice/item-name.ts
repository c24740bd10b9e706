/** The longest name of an item that the authority takes (BR-RO-L1024), in characters; its description may have 200 (BR-RO-L212). */
const LONGEST_NAME = 100;

/** How the description of a line is stated as an item of an e-invoice. */
export interface ItemTexts {
  /** BT-153 */
  name: string;
  /** BT-154: the whole text, where it is longer than a name may be. */
  description: string | null;
}

/** A text that is longer than a name is cut at a blank for the name, and is the description as a whole (decisions.md "Item names"). Pure. */
export function itemTexts(text: string): ItemTexts {
  // As the rules measure it: runs of blanks count once.
  const characters = [...text.trim().replace(/[ \t\r\n]+/g, ' ')];
  if (characters.length <= LONGEST_NAME) return { name: text, description: null };
  const whole = characters.slice(0, LONGEST_NAME + 1).join('');
  const blank = whole.lastIndexOf(' ');
  return { name: blank > 0 ? whole.slice(0, blank) : characters.slice(0, LONGEST_NAME).join(''), description: text };
}

/** Whether a name is what `itemTexts` makes of a longer text. Pure. */
export function isCutOf(text: string, name: string): boolean {
  const cut = itemTexts(text);
  return cut.description !== null && cut.name === name;
}
