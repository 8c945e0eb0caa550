import { PDFiumLibrary } from '@hyzyla/pdfium';

let library: Promise<PDFiumLibrary> | undefined;

export interface ReadPage {
  /** As a reader would copy it. */
  text: string;
  /** Two dots a point, one byte of grey a dot. */
  picture: { data: Uint8Array; width: number; height: number };
}

/** The pages of a PDF as PDFium, the reader in Chromium, reads and draws them. */
export async function readPdf(file: Uint8Array): Promise<ReadPage[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(file);
  try {
    const pages: ReadPage[] = [];
    for (const page of document.pages()) {
      // Drawing a page closes it.
      const text = page.getText();
      const { data, width, height } = await page.render({
        scale: 2,
        colorSpace: 'Gray',
        render: async ({ data: dots }) => dots,
      });
      pages.push({ text, picture: { data, width, height } });
    }
    return pages;
  } finally {
    document.destroy();
  }
}

export const pdfText = async (file: Uint8Array): Promise<string> =>
  (await readPdf(file)).map(({ text }) => text).join('\n');
