export function scan(text) {
  return text
}
