/** The maximum length of an item's name, in characters (BR-RO-L1024); its description may have 200 (BR-RO-L212). */
const LONGEST_NAME = 100;

/** The description of a line as name and description of an e-invoice's item. */
export interface ItemTexts {
  /** BT-153 */
  name: string;
  /** BT-154: the whole text if it is too long for a name, else null. */
  description: string | null;
}

/**
 * Converts the description of a line. A text that is too long for a name becomes the description, and its beginning, cut at a
 * space, becomes the name (EIN-9). Pure.
 */
export function itemTexts(text: string): ItemTexts {
  // As the rules measure the length: a run of white space counts as one character.
  const characters = [...text.trim().replace(/[ \t\r\n]+/g, ' ')];
  if (characters.length <= LONGEST_NAME) return { name: text, description: null };
  const whole = characters.slice(0, LONGEST_NAME + 1).join('');
  const blank = whole.lastIndexOf(' ');
  return { name: blank > 0 ? whole.slice(0, blank) : characters.slice(0, LONGEST_NAME).join(''), description: text };
}

/** Whether `itemTexts` would shorten the text to this name. Pure. */
export function isCutOf(text: string, name: string): boolean {
  const cut = itemTexts(text);
  return cut.description !== null && cut.name === name;
}
