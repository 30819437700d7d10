const longPath = "a".repeat(65_536);

/** URLs that must be refused before anything is resolved or connected. */
export const hostileUrls = [
  // Not HTTPS, not URLs, not plain.
  ...["", "example.com", "//example.com/", "/hook", "https://", "https:///", "https://?", "https"],
  ...["http://example.com/", "ftp://example.com/", "file:///etc/passwd", "gopher://example.com/"],
  ...["javascript:alert(1)", "data:text/plain,a", "ws://example.com/", "https:example.com"],
  ...["https:\\\\example.com\\", "https:/example.com/", "https://example.com\\@10.0.0.1/"],
  ...[" https://example.com/", "https://exa\nmple.com/", "https://example.com/\r\nHost: a"],
  ...["https://example.com/\u0000", "https://exa\tmple.com/", "https://example.com/#fragment"],
  ...[`https://example.com/${longPath}`, `https://${longPath}.com/`],
  // Credentials and ports.
  ...["https://user@example.com/", "https://u:p@example.com/", "https://:p@example.com/"],
  ...["https://example.com@127.0.0.1/", "https://example.com:22/", "https://example.com:25/"],
  ...["https://example.com:0/", "https://example.com:80/", "https://example.com:65536/"],
  ...["https://example.com:-1/", "https://127.0.0.1:6379/", "https://127.0.0.1:11211/"],
  // Names that lead inward, with and without trailing dots.
  ...["https://localhost/", "https://LOCALHOST/", "https://localhost./", "https://a.localhost/"],
  ...["https://localhost../", "https://router/", "https://router./", "https://printer.local/"],
  ...["https://printer.local./", "https://metadata.google.internal/", "https://a.home.arpa/"],
  ...["https://ip-10-0-0-1.ec2.internal/", "https://metadata/", "https://a.localdomain/"],
  ...[
    "https://ⓛocalhost/",
    "https://ｌｏｃａｌｈｏｓｔ/",
    "https://printer。local/",
    "https://com./",
  ],
  ...["https://a..example.com/", "https://.example.com/", "https://xn--/", "https://ex ample.com/"],
  ...[`https://${"a".repeat(64)}.com/`, `https://${"a.".repeat(130)}com/`, "https://a%00b.com/"],
  ...["https://a$b.example.com/", "https://a;b.example.com/"],
  // 127.0.0.1 and others in every spelling.
  ...["https://127.0.0.1/", "https://127.0.0.1./", "https://127.1/", "https://127.0.1/"],
  ...["https://2130706433/", "https://0x7f000001/", "https://017700000001/", "https://0x7f.1/"],
  ...["https://0177.0.0.1/", "https://0x7f.0x0.0x0.0x1/", "https://127.0.0.0x1/", "https://0/"],
  ...["https://0.0.0.0/", "https://①②⑦.0.0.1/", "https://１２７.0.0.1/", "https://127。0。0。1/"],
  ...["https://%31%32%37.0.0.1/", "https://127.0.0.256/", "https://0x/", "https://4294967296/"],
  ...["https://10.0.0.1/", "https://012.0.0.1/", "https://172.16.0.1/", "https://192.168.1.1/"],
  ...["https://3232235777/", "https://169.254.169.254/latest/meta-data/", "https://2852039166/"],
  ...["https://0xa9fea9fe/", "https://169.254.170.2/", "https://100.100.100.200/"],
  ...["https://192.0.0.192/", "https://255.255.255.255/", "https://224.0.0.1/"],
  // IPv6, and IPv4 inside it.
  ...["https://[::]/", "https://[::1]/", "https://[0:0:0:0:0:0:0:1]/", "https://[::1]:8443/"],
  ...["https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/", "https://[::127.0.0.1]/"],
  ...["https://[::ffff:8.8.8.8]/", "https://[64:ff9b::a00:1]/", "https://[64:ff9b::8.8.8.8]/"],
  ...["https://[64:ff9b:1::10.0.0.1]/", "https://[2002:7f00:1::]/", "https://[2002:a00:1::1]/"],
  ...["https://[2001:0:7f00:1::1]/", "https://[fd00:ec2::254]/", "https://[fe80::1]/"],
  ...["https://[fe80::1%25eth0]/", "https://[fe80::1%eth0]/", "https://[fec0::1]/"],
  ...["https://[ff02::1]/", "https://[2001:db8::1]/", "https://[::ffff:0:127.0.0.1]/"],
];

/** Addresses that a name may not resolve to: each refused range with its first and last address. */
export const hostileAddresses = [
  ...["0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255"],
  ...["127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255"],
  ...["172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.255", "192.0.2.0", "192.0.2.255"],
  ...["192.88.99.0", "192.88.99.255", "192.168.0.0", "192.168.255.255", "198.18.0.0"],
  ...["198.19.255.255", "198.51.100.0", "198.51.100.255", "203.0.113.0", "203.0.113.255"],
  ...["224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255"],
  ...["::", "::1", "::2", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:8.8.8.8"],
  ...["::FFFF:7F00:1", "0:0:0:0:0:ffff:a00:1", "::ffff:0:10.0.0.1", "64:ff9b::7f00:1"],
  ...["64:ff9b::8.8.8.8", "64:ff9b:1::a00:1", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "100::1"],
  ...["2001::", "2001:0:4136:e378::1", "2001:1ff:ffff::", "2001:db8::", "2001:db8:ffff::1"],
  ...["2002::", "2002:808:808::1", "2002:7f00:1::1", "2002:ffff:ffff::", "3fff::", "3fff:fff::1"],
  ...["3ffe::", "3ffe:ffff::1", "3000::", "3fff:1000::1", "100:0:0:1::1", "64:ff9b:1::1"],
  ...["4000::", "5f00::1", "fc00::1", "fd00:ec2::254", "fdff:ffff::1", "fe80::1", "febf::1"],
  // ISATAP: an IPv4 address in the lower half.
  ...["2606:4700::5efe:7f00:1", "2606:4700::5efe:8.8.8.8", "2606:4700::200:5efe:7f00:1"],
  ...["fec0::1", "feff::1", "ff02::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "1fff:ffff::"],
  // Zones, and what is not exactly an address.
  ...["fe80::1%eth0", "2606:4700::1%eth0", "8.8.8.8%eth0", "", "8.8.8", "8.8.8.08", "8.8.8.256"],
  ...["134744072", "0x8.8.8.8", "8.8.8.8 ", "8.8.8.8.", "[2606:4700::1]", "2606:4700::1::2"],
  ...["2606:4700::12345", "2606:4700", "example.com", "2606:4700::1/64", "::]@[2606::1"],
];
