/** True for text that the id of a chat channel can be; a person's id begins otherwise. */
export function isChatChannelId(text: string): boolean {
  return /^chn_[0-9A-Za-z]{20}$/.test(text);
}
