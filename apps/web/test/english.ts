import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** Shows the messages in the language of the source. The build compiles them; tests compile them when they are shown. */
export function speakEnglish(): void {
  i18n.setMessagesCompiler(compileMessage);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
}
