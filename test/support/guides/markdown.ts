/** A fenced block of code in Markdown. */
export interface CodeBlock {
  /** The word behind the opening fence, such as `sh`. */
  language: string;
  text: string;
  /** The heading above it; empty before the first one. */
  heading: string;
}

/** All fenced blocks of a page, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let heading = '';
  for (const [, title, language, text] of markdown.matchAll(/^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else blocks.push({ language: language ?? '', text: text ?? '', heading });
  }
  return blocks;
}

/** A block of shell commands, and the output that the page shows for it. */
export interface Command {
  text: string;
  /** Empty when the page shows none. */
  output: string;
}

/** The shell commands of blocks; a block `text` directly after one is its output. */
export const commandsOf = (blocks: readonly CodeBlock[]): Command[] =>
  blocks.flatMap(({ language, text }, place) => {
    const next = blocks[place + 1];
    return language === 'sh' ? [{ text, output: next?.language === 'text' ? next.text : '' }] : [];
  });
