# The static program and its licences, without a system. In the folder of the unpacked archive for Linux:
#   docker build --tag kempelen .
#   docker run --rm --volume "$PWD:/work" kempelen analyse --depth 12 games.pgn
FROM scratch
COPY kempelen /usr/bin/kempelen
COPY LICENSE licences /usr/share/doc/kempelen/
WORKDIR /work
ENTRYPOINT ["/usr/bin/kempelen"]
